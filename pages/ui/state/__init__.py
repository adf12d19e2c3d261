"""What survives a rerun or a page change: computed values, the person's table, the choices."""
