"""The orders that server and zygote exchange: one letter and one number."""

import struct

ORDER = struct.Struct("!cq")
