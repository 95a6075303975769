# Paired and blocked tests of R for test/truth/blocks.test.ts: Rscript test/truth/blocks.R > test/truth/blocks.json
options(digits = 15)

# Pairs: one row of each class, in an order that mixes them.
m <- 24
i <- 0:(m - 1)
left <- (i * 37) %% 41 + i / 8
right <- left + ((i * 29) %% 17) - 6 + i / 16
tied <- left + c(0, 1, -2, 3)[1 + i %% 4]
pairs <- data.frame(
  pair = rep(paste0("p", i), 2),
  side = rep(c("left", "right"), each = m),
  plain = c(left, right),
  tied = c(left, tied),
  many = c(left, left + (i * 7) %% 24 + 1)
)
# More pairs than the exact law is for.
k <- 60
j <- 0:(k - 1)
first <- (j * 53) %% 61
second <- first + ((j * 31) %% 59) - 26 + j / 128
large <- data.frame(pair = rep(j, 2), side = rep(c("a", "b"), each = k), x = c(first, second))

test_of <- function(found) list(statistic = unname(found$statistic), p = found$p.value)
signed <- function(x, y) test_of(suppressWarnings(wilcox.test(x, y, paired = TRUE)))

# Blocks: four treatments in eight blocks.
b <- expand.grid(treatment = c("u", "v", "w", "x"), block = 1:8, stringsAsFactors = FALSE)
r <- seq_len(nrow(b)) - 1
b$y <- (r * 19) %% 23 + match(b$treatment, c("u", "v", "w", "x")) * 2
b$ties <- (r * 5) %% 4 + (b$treatment == "w")

# Strata of several sizes: two and three classes, two and three levels.
n <- 150
s <- 0:(n - 1)
strata <- data.frame(
  block = c("s", "t", "u", "v")[1 + (s * s) %% 4 + ((s %/% 7) %% 2)],
  two = c("no", "yes")[1 + ((s * 11) %% 7 < 3)],
  three = c("a", "b", "c")[1 + (s * 17) %% 3],
  x2 = c("f", "m")[1 + ((s * 13) %% 9 < 4)],
  x3 = c("k", "l", "o")[1 + ((s * 23) %% 11) %% 3]
)
cmh <- function(y, x) test_of(mantelhaen.test(table(strata[[y]], strata[[x]], strata$block), correct = FALSE))

json <- function(value) {
  if (is.list(value)) return(paste0("{", paste0('"', names(value), '":', vapply(value, json, ""), collapse = ","), "}"))
  if (is.character(value)) return(paste0("[", paste0('"', value, '"', collapse = ","), "]"))
  text <- vapply(value, function(one) format(one, digits = 15), "")
  if (length(value) == 1) text else paste0("[", paste0(text, collapse = ","), "]")
}
cat(json(list(
  pairs = as.list(pairs),
  large = as.list(large),
  blocks = as.list(b),
  strata = as.list(strata),
  t = list(
    plain = test_of(t.test(left, right, paired = TRUE)),
    tied = test_of(t.test(left, tied, paired = TRUE))
  ),
  signed = list(plain = signed(left, right), tied = signed(left, tied), many = signed(left, pairs$many[(m + 1):(2 * m)])),
  signedLarge = signed(first, second),
  friedman = list(
    y = test_of(friedman.test(b$y, b$treatment, b$block)),
    ties = test_of(friedman.test(b$ties, b$treatment, b$block))
  ),
  cmh = list(
    two = list(x2 = cmh("two", "x2"), x3 = cmh("two", "x3")),
    three = list(x2 = cmh("three", "x2"), x3 = cmh("three", "x3"))
  )
)), "\n")
