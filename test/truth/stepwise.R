# Stepwise selection by R: step() with AIC and BIC, lm() and anova() for the partial F, and Mallows' Cp from lm().
#   Rscript test/truth/stepwise.R > test/truth/stepwise.json
diabetes <- read.csv("examples/diabetes.csv")
cars <- read.csv("examples/penguins.csv")
cars <- cars[complete.cases(cars), ]

# A value with all its digits.
number <- function(x) sprintf("%.17g", x)
text <- function(x) paste0("\"", x, "\"")
row <- function(...) paste0("{", paste(..., sep = ", "), "}")
field <- function(name, value) paste0(text(name), ": ", value)
list_of <- function(values) paste0("[", paste(values, collapse = ",\n  "), "]")

by_score <- function(data, target, direction, charge) {
  scope <- formula(lm(reformulate(".", target), data))
  first <- if (direction == "backward") lm(scope, data) else lm(reformulate("1", target), data)
  first$call$data <- data
  path <- step(first, list(lower = ~1, upper = scope), direction = direction, k = charge, trace = 0)$anova
  steps <- trimws(path$Step[-1])
  list_of(mapply(function(one, aic) row(
    field("action", text(if (substr(one, 1, 1) == "+") "add" else "remove")),
    field("feature", text(trimws(substring(one, 2)))),
    field("score", number(aic))
  ), steps, path$AIC[-1]))
}

# The least p that enters, the greatest that leaves, from anova() of two fits.
by_f <- function(data, target, direction, enter, leave) {
  all <- setdiff(names(data), target)
  chosen <- if (direction == "backward") all else character(0)
  fit <- function(columns) lm(reformulate(if (length(columns)) columns else "1", target), data)
  f_of <- function(small, large) { a <- anova(fit(small), fit(large)); c(a$F[2], a$`Pr(>F)`[2]) }
  steps <- character(0)
  repeat {
    change <- NULL
    if (direction != "forward" && length(chosen) > 0) {
      tests <- sapply(chosen, function(one) f_of(setdiff(chosen, one), chosen))
      worst <- which.max(tests[2, ])
      if (tests[2, worst] > leave) change <- list("remove", chosen[worst], tests[, worst])
    }
    others <- setdiff(all, chosen)
    if (is.null(change) && direction != "backward" && length(others) > 0) {
      tests <- sapply(others, function(one) f_of(chosen, c(chosen, one)))
      best <- which.min(tests[2, ])
      if (tests[2, best] < enter) change <- list("add", others[best], tests[, best])
    }
    if (is.null(change)) break
    chosen <- if (change[[1]] == "add") c(chosen, change[[2]]) else setdiff(chosen, change[[2]])
    sst <- sum((data[[target]] - mean(data[[target]]))^2)
    steps <- c(steps, row(field("action", text(change[[1]])), field("feature", text(change[[2]])),
      field("score", number(sum(resid(fit(chosen))^2) / sst)),
      field("f", number(change[[3]][1])), field("pValue", number(change[[3]][2]))))
  }
  list_of(steps)
}

case <- function(data, target, options, steps)
  row(field("data", text(data)), field("target", text(target)), field("method", text(options)), field("steps", steps))

out <- c()
for (set in list(list("diabetes", diabetes, "progression"), list("penguins", cars, "body_mass_g"))) {
  data <- set[[2]]
  target <- set[[3]]
  for (direction in c("both", "forward", "backward")) {
    for (by in c("aic", "bic")) {
      charge <- if (by == "aic") 2 else log(nrow(data))
      out <- c(out, case(set[[1]], target, paste0("stepwise:by=", by, ",direction=", direction),
        by_score(data, target, direction, charge)))
    }
    out <- c(out, case(set[[1]], target, paste0("stepwise:direction=", direction),
      by_f(data, target, direction, 0.05, 0.1)))
  }
  out <- c(out, case(set[[1]], target, "stepwise:enter=0.5,leave=0.5", by_f(data, target, "both", 0.5, 0.5)))
}
# A suppressor: x1 enters first, and leaves once x2 and x3 make it redundant.
set.seed(5)
x2 <- rnorm(80); x3 <- rnorm(80)
made <- data.frame(x1 = round(x2 + x3 + rnorm(80), 4), x2 = round(x2, 4), x3 = round(x3, 4), x4 = round(rnorm(80), 4))
made$y <- round(x2 + x3 + 0.8 * rnorm(80), 4)
out <- c(out, case("made", "y", "stepwise", by_f(made, "y", "both", 0.05, 0.1)))
out <- c(out, case("made", "y", "stepwise:by=aic", by_score(made, "y", "both", 2)))
columns <- sapply(names(made), function(name) field(name, paste0("[", paste(number(made[[name]]), collapse = ", "), "]")))
# Mallows' Cp of all 16 sets.
full <- lm(y ~ ., made)
sets <- unlist(lapply(0:4, function(m) combn(c("x1", "x2", "x3", "x4"), m, simplify = FALSE)), recursive = FALSE)
cp <- sapply(sets, function(s) { f <- lm(reformulate(if (length(s)) s else "1", "y"), made)
  row(field("features", paste0("[", paste(if (length(s)) text(s), collapse = ", "), "]")),
    field("value", number(sum(resid(f)^2) / summary(full)$sigma^2 - 80 + 2 * (length(s) + 1)))) })
cat("{", field("made", paste0("{", paste(columns, collapse = ",\n  "), "}")), ",\n",
  field("cp", list_of(cp)), ",\n", field("cases", list_of(out)), "}\n", sep = "")
