"""A live class: rooms that students join without names, and what gathers in them.

`rooms` holds them in memory and says what anybody may do; `join_picture` makes the QR picture. The
web server reaches them in pages/ui/server/classroom.py, the browser in components/classroom.
"""
