"""Reads a CSV file with pandas; prints rows, columns, and the sum of the means of its numeric columns as JSON.

Usage: read.py FILE
"""

import json
import sys

import pandas

data = pandas.read_csv(sys.argv[1])
print(json.dumps({"rows": len(data), "columns": data.shape[1], "means": float(data.mean(numeric_only=True).sum())}))
