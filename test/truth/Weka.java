/*
 * What Weka finds on the example tables, for the rows of docs/from-weka.md; made without criba.
 *
 * Run with OpenJDK 17 and the jar of Debian 12's package weka (3.6.14) from the root of the repository; ten seconds:
 *
 *     java -cp /usr/share/java/weka.jar test/truth/Weka.java
 *
 * It reads examples/*.csv and writes test/truth/weka.json, the same byte for byte on every run. `rows` has one record
 * for each row of the page that claims the same digits: the first code of its two cells, and what Weka finds: `scores`
 * by column, or the columns `selected` (a set), or the `value` of a set.
 */

import java.nio.file.*;
import java.util.*;
import weka.attributeSelection.*;
import weka.core.*;
import weka.filters.Filter;
import weka.filters.unsupervised.attribute.Discretize;
import weka.filters.unsupervised.attribute.Standardize;

public class Weka {
  static final List<String> rows = new ArrayList<>();

  public static void main(String[] arguments) throws Exception {
    Instances cells = read("breast-cancer.csv", "diagnosis", null);
    Instances diabetes = read("diabetes.csv", "progression", null);
    Instances birds = read("penguins.csv", "species", List.of("species", "island", "sex"));
    String cancer = "breast-cancer.csv|diagnosis";
    String penguins = "penguins.csv|species";
    String levels = " --sql 'SELECT species, island, sex FROM data WHERE sex IS NOT NULL'";
    String costs = "diabetes.csv|progression";

    // Levels as they are.
    scores("InfoGainAttributeEval", "rank --by information-gain" + levels, penguins, birds, new InfoGainAttributeEval());
    scores("GainRatioAttributeEval", "rank --by gain-ratio" + levels, penguins, birds, new GainRatioAttributeEval());
    scores("SymmetricalUncertAttributeEval", "rank --by symmetrical-uncertainty" + levels, penguins, birds, new SymmetricalUncertAttributeEval());
    scores("ChiSquaredAttributeEval", "rank --by chi2" + levels, penguins, birds, new ChiSquaredAttributeEval());

    // Numbers, cut by classes (MDL) or into intervals of equal width.
    String mdl = " --discretise mdl";
    scores("InfoGainAttributeEval, numbers", "rank --by information-gain" + mdl, cancer, cells, new InfoGainAttributeEval());
    scores("GainRatioAttributeEval, numbers", "rank --by gain-ratio" + mdl, cancer, cells, new GainRatioAttributeEval());
    scores("SymmetricalUncertAttributeEval, numbers", "rank --by symmetrical-uncertainty" + mdl, cancer, cells, new SymmetricalUncertAttributeEval());
    scores("ChiSquaredAttributeEval, numbers", "rank --by chi2" + mdl, cancer, cells, new ChiSquaredAttributeEval());
    Discretize ten = new Discretize();
    ten.setBins(10);
    ten.setInputFormat(cells);
    Instances cut = Filter.useFilter(cells, ten);
    scores("Discretize -B 10, InfoGainAttributeEval", "rank --by information-gain --discretise equal-width --bins 10", cancer, cut, new InfoGainAttributeEval());

    // Relief.
    scores("ReliefFAttributeEval -K 10", "rank --by relieff:ties=first", cancer, cells, new ReliefFAttributeEval());
    ReliefFAttributeEval five = new ReliefFAttributeEval();
    five.setNumNeighbours(5);
    scores("ReliefFAttributeEval -K 5", "rank --by rrelieff:k=5,ties=first", costs, diabetes, five);

    // Sets. Weka weighs columns by their standard deviations where the class is numeric, so they are made 1 there.
    Standardize one = new Standardize();
    one.setInputFormat(diabetes);
    Instances standard = Filter.useFilter(diabetes, one);
    merit("Standardize, CfsSubsetEval", "score --features bmi,s5,bp --by cfs:relation=pearson", costs, standard, new CfsSubsetEval(), 7, "bmi", "s5", "bp");
    merit("CfsSubsetEval", "score --features 'worst perimeter,worst concave points,worst texture' --by cfs:relation=uncertainty" + mdl, cancer, cells, new CfsSubsetEval(), 7, "worst perimeter", "worst concave points", "worst texture");
    merit("ConsistencySubsetEval", "score --features 'worst perimeter,worst concave points,worst texture' --by consistency" + mdl, cancer, cells, new ConsistencySubsetEval(), 9, "worst perimeter", "worst concave points", "worst texture");
    CfsSubsetEval plain = new CfsSubsetEval();
    plain.setLocallyPredictive(false);
    GreedyStepwise greedy = new GreedyStepwise();
    selected("CfsSubsetEval -L, GreedyStepwise", "select --criterion cfs:relation=uncertainty --search forward" + mdl, cancer, cells, plain, greedy);
    selected("CfsSubsetEval -L, BestFirst -D 1 -N 5", "select --criterion cfs:relation=uncertainty --search best-first" + mdl, cancer, cells, plain, new BestFirst());
    selected("Standardize, CfsSubsetEval -L, GreedyStepwise", "select --criterion cfs:relation=pearson --search forward", costs, standard, plain, greedy);
    selected("Standardize, CfsSubsetEval -L, ExhaustiveSearch", "select --criterion cfs:relation=pearson --search exhaustive", costs, standard, plain, new ExhaustiveSearch());
    GreedyStepwise backwards = new GreedyStepwise();
    backwards.setSearchBackwards(true);
    selected("Standardize, CfsSubsetEval -L, GreedyStepwise -B", "select --criterion cfs:relation=pearson --search backward", costs, standard, plain, backwards);

    String made = "{\"java\": \"" + Runtime.version().feature() + "\", \"weka\": \"" + weka.core.Version.VERSION + "\"}";
    Files.writeString(Path.of("test/truth/weka.json"), "{\"made\": " + made + ",\n \"rows\": [\n  " + String.join(",\n  ", rows) + "\n ]}\n");
  }

  static Instances read(String file, String target, List<String> only) throws Exception {
    List<String> lines = Files.readAllLines(Path.of("examples", file));
    String[] names = lines.get(0).split(",");
    List<String[]> cells = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] row = line.split(",", -1);
      boolean whole = true;
      for (int j = 0; j < names.length; j++) if (only == null || only.contains(names[j])) whole &= !row[j].isEmpty();
      if (whole) cells.add(row);
    }
    FastVector attributes = new FastVector();
    List<Integer> places = new ArrayList<>();
    for (int j = 0; j < names.length; j++) {
      if (only != null && !only.contains(names[j])) continue;
      TreeSet<String> levels = new TreeSet<>();
      boolean numeric = true;
      for (String[] row : cells) {
        levels.add(row[j]);
        try { Double.parseDouble(row[j]); } catch (NumberFormatException e) { numeric = false; }
      }
      FastVector values = new FastVector();
      for (String level : levels) values.addElement(level);
      attributes.addElement(numeric ? new Attribute(names[j]) : new Attribute(names[j], values));
      places.add(j);
    }
    Instances data = new Instances(file, attributes, cells.size());
    data.setClassIndex(data.attribute(target).index());
    for (String[] row : cells) {
      Instance instance = new Instance(places.size());
      instance.setDataset(data);
      for (int a = 0; a < places.size(); a++) {
        String cell = row[places.get(a)];
        if (data.attribute(a).isNumeric()) instance.setValue(a, Double.parseDouble(cell));
        else instance.setValue(a, cell);
      }
      data.add(instance);
    }
    return data;
  }

  static void scores(String there, String here, String where, Instances data, ASEvaluation evaluator) throws Exception {
    evaluator.buildEvaluator(data);
    List<String> scores = new ArrayList<>();
    for (int j = 0; j < data.numAttributes(); j++)
      if (j != data.classIndex())
        scores.add("\"" + data.attribute(j).name() + "\": " + ((AttributeEvaluator) evaluator).evaluateAttribute(j));
    row(there, here, where, "\"scores\": {" + String.join(", ", scores) + "}");
  }

  static void merit(String there, String here, String where, Instances data, ASEvaluation evaluator, int digits, String... names) throws Exception {
    evaluator.buildEvaluator(data);
    BitSet set = new BitSet();
    for (String name : names) set.set(data.attribute(name).index());
    row(there, here, where, "\"digits\": " + digits + ", \"value\": " + ((SubsetEvaluator) evaluator).evaluateSubset(set));
  }

  static void selected(String there, String here, String where, Instances data, ASEvaluation evaluator, ASSearch search) throws Exception {
    evaluator.buildEvaluator(data);
    List<String> names = new ArrayList<>();
    for (int j : search.search(evaluator, data)) names.add("\"" + data.attribute(j).name() + "\"");
    row(there, here, where, "\"selected\": [" + String.join(", ", names) + "]");
  }

  static void row(String there, String here, String where, String found) {
    String[] parts = where.split("\\|");
    rows.add("{\"there\": \"" + there + "\", \"here\": \"" + here + "\", \"data\": \"" + parts[0] + "\", \"target\": \"" + parts[1] + "\", " + found + "}");
  }
}
