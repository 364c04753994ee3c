package io.wherry.verify.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes a report as JSON for other programs; fields are only ever added. */
public final class JsonReport {
  private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Writes the file, over one that exists. */
  public void write(Report report, Path file) throws IOException {
    ObjectNode root = mapper.createObjectNode();
    root.put("verdict", report.verdict().name());
    root.put("position", report.position());
    root.put("seconds", report.seconds());
    root.put("rows", report.rows());
    root.put("differing_rows", report.differingRows());
    ArrayNode tables = root.putArray("tables");
    report.tables().forEach(t -> table(tables.addObject(), t));
    mapper.writeValue(file.toFile(), root);
  }

  private void table(ObjectNode node, TableReport table) {
    node.put("table", table.table());
    node.put("verdict", table.verdict().name());
    node.put("rows", table.rows());
    node.put("chunks_planned", table.chunks().planned());
    node.put("chunks_checked", table.chunks().checked());
    node.put("differing_rows", table.found().differing());
    node.put("unsettled_rows", table.found().unsettled());
    texts(node.putArray("structure"), table.structure());
    texts(node.putArray("problems"), table.problems());
    ArrayNode rows = node.putArray("differences");
    for (RowDifference difference : table.found().shown()) {
      ObjectNode row = rows.addObject();
      row.put("row", difference.row());
      row.put("kind", difference.kind().name());
      texts(row.putArray("detail"), difference.detail());
    }
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
