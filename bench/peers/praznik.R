# Times praznik's matrix of mutual information on the columns a benchmark wrote; writes its numbers to a file and prints
# seconds as JSON.
#
# Usage: praznik.R ROWS COLUMNS FILE OUT: FILE holds ROWS x COLUMNS levels, a byte each, column by column.

suppressPackageStartupMessages(library(praznik))

arguments <- commandArgs(trailingOnly = TRUE)
rows <- as.integer(arguments[1])
columns <- as.integer(arguments[2])
levels <- readBin(arguments[3], "integer", rows * columns, size = 1)
X <- as.data.frame(lapply(seq_len(columns), function(i) factor(levels[(i - 1) * rows + seq_len(rows)])))
names(X) <- paste0("x", seq_len(columns))

once <- function() {
  start <- proc.time()[["elapsed"]]
  result <<- miMatrix(X, zeroDiag = FALSE)
  proc.time()[["elapsed"]] - start
}

cold <- once()
seconds <- replicate(5, once())
writeBin(as.vector(result), arguments[4])
cat(sprintf('{"version": "%s", "cold": %f, "median": %f}\n', packageVersion("praznik"), cold, median(seconds)))
