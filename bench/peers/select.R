# Reads a CSV file with fread, makes factors of its columns, and selects by praznik's JMI on all threads; prints the names
# it chooses as JSON.
#
# Usage: select.R FILE TARGET K

suppressPackageStartupMessages(library(data.table))
suppressPackageStartupMessages(library(praznik))

arguments <- commandArgs(trailingOnly = TRUE)
data <- fread(arguments[1], showProgress = FALSE)
for (name in names(data)) set(data, j = name, value = factor(data[[name]]))
Y <- data[[arguments[2]]]
data[, (arguments[2]) := NULL]
chosen <- names(JMI(data, Y, k = as.integer(arguments[3]), threads = 0)$selection)
cat(sprintf('{"selected": [%s]}\n', paste0('"', chosen, '"', collapse = ", ")))
