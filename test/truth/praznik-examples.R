# What praznik (Kursa) finds on an example table, for the rows of docs/from-praznik.md; made without criba.
#
# Run with R 4.2.2 and praznik 13.0.0 from the root of the repository; a second:
#
#     Rscript test/truth/praznik-examples.R
#
# (Version 13 asks for R 4.5 because R renamed isFrame to isDataFrame; with the old name it runs on 4.2 unchanged.)
# It reads examples/breast-cancer.csv, cuts each column into ten intervals of equal width, closed on the right, and writes
# praznik-examples.json beside itself, the same byte for byte on every run. Scores are in bits: praznik's nats over ln 2.
# `rows` has one record for each row of the page that claims the same digits: the first code of its two cells, and what
# praznik finds: `scores` by column, the columns `selected` in their order with the scores of the `steps`, or one `value`.
# `reals` is I(X;Y) of the numbers as they are, which praznik cuts itself.

suppressPackageStartupMessages(library(praznik))
table <- read.csv("examples/breast-cancer.csv", check.names = FALSE)
y <- factor(table$diagnosis)
reals <- table[names(table) != "diagnosis"]
cut10 <- function(x) cut(x, seq(min(x), max(x), length.out = 11), include.lowest = TRUE)
X <- as.data.frame(lapply(reals, function(x) as.integer(cut10(x))), check.names = FALSE)
bits <- function(x) x / log(2)
same <- identity
rows <- list()
row <- function(there, here, ...) rows[[length(rows) + 1]] <<- list(there = there, here = here, ...)
cuts <- "--discretise equal-width --bins 10"

row("miScores(X, Y)", paste("rank --by mutual-information", cuts), scores = as.list(bits(miScores(X, y))))
row("impScores(X, Y)", paste("rank --by gini-gain", cuts), scores = as.list(impScores(X, y)))
selects <- function(there, here, found, unit = bits, first = bits) {
  scores <- c(first(found$score[1]), unit(found$score[-1]))
  row(there, paste0("select --method ", here, " -k 6 ", cuts), selected = names(found$selection), steps = unname(scores))
}
selects("MIM(X, Y, k = 6)", "mim", MIM(X, y, 6))
selects("JMI(X, Y, k = 6)", "jmi:form=sum", JMI(X, y, 6))
found <- JMI3(X, y, 6)
found$score[2] <- found$score[2] - found$score[1] # I(X,W;Y) less I(W;Y): the gain
selects("JMI3(X, Y, k = 6)", "jmi3", found)
selects("JIM(X, Y, k = 6)", "jim", JIM(X, y, 6), same, same)
selects("MRMR(X, Y, k = 6)", "mrmr", MRMR(X, y, 6))
found <- MRMR(X, y, positive = TRUE)
row("MRMR(X, Y, positive = TRUE)", paste("select --method mrmr --stop gain:0", cuts), selected = as.list(names(found$selection)),
    steps = as.list(unname(bits(found$score))))
selects("CMIM(X, Y, k = 6)", "cmim", CMIM(X, y, 6))
selects("JMIM(X, Y, k = 6)", "jmim", JMIM(X, y, 6))
selects("NJMIM(X, Y, k = 6)", "njmim", NJMIM(X, y, 6), same)
selects("DISR(X, Y, k = 6)", "disr", DISR(X, y, 6), same)
found <- CMI(X, y, 3)
row("CMI(X, Y, k = 3)", paste("select --criterion joint -k 3", cuts), selected = as.list(names(found$selection)),
    steps = unname(bits(cumsum(found$score))))
a <- "mean radius"
b <- "mean texture"
one <- function(there, here, value) row(there, paste(here, cuts), value = value)
one("cmiScores(X, Y, Z)", "score --features 'mean radius' --given 'mean texture' --by joint-mi:estimator=plug-in",
    bits(unname(cmiScores(X[a], y, X[[b]]))))
one("jmiScores(X, Y, Z)", "score --features 'mean radius,mean texture' --by joint-mi:estimator=plug-in",
    bits(unname(jmiScores(X[a], y, X[[b]]))))
one("hScores(X)", "score --features 'mean radius' --by entropy", bits(unname(hScores(X[a]))))
few <- X[1:10]
few$diagnosis <- y
tri <- triScores(few)
tri <- tri[tri$Var3 == "diagnosis", ]
pairs <- lapply(seq_len(nrow(tri)), function(i) list(a = as.character(tri$Var1[i]), b = as.character(tri$Var2[i]), value = -bits(tri$MI[i])))
row("triScores(cbind(X, Y))", paste("interactions --drop '* error,worst *' --permutations 0", cuts), pairs = pairs)

# JSON by hand: R itself has no writer.
json <- function(x) {
  if (is.list(x) && !is.null(names(x)))
    return(paste0("{", paste0('"', names(x), '": ', vapply(x, json, ""), collapse = ", "), "}"))
  if (is.list(x)) return(paste0("[", paste(vapply(x, json, ""), collapse = ",\n  "), "]"))
  text <- if (is.character(x)) paste0('"', x, '"') else sprintf("%.17g", x)
  if (length(text) == 1) text else paste0("[", paste(text, collapse = ", "), "]")
}
made <- list(R = paste(R.version$major, R.version$minor, sep = "."), praznik = as.character(packageVersion("praznik")))
rows <- lapply(rows, function(r) c(r[1:2], list(data = "breast-cancer.csv", target = "diagnosis"), r[-(1:2)]))
out <- list(made = made, reals = as.list(bits(miScores(reals, y))), rows = rows)
writeLines(json(out), "test/truth/praznik-examples.json")
