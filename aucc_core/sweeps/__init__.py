"""Many algorithms and numbers of clusters on one data set, every partition scored."""
