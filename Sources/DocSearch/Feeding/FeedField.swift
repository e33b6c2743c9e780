/// The fields of a page in a search engine. One list, of which both engines' descriptions are made.
enum FeedField: String, CaseIterable {
    case id, document, page, label = "page_label", count = "page_count", title, author, tags, identifier, language,
        path,
        rights, date, precision = "date_precision", first = "date_first", last = "date_last", origin, confidence, text,
        url, feed

    private enum Kind { case exact, words, both, document, number, share, moment, link }

    private var kind: Kind {
        switch self {
        case .id, .label, .tags, .identifier, .language, .path, .rights, .date, .precision, .origin: .exact
        case .text: .words
        case .title, .author: .both
        case .document: .document
        case .page, .count, .feed: .number
        case .confidence: .share
        case .first, .last: .moment
        case .url: .link
        }
    }

    private var isList: Bool { [.author, .tags, .rights].contains(self) }

    /// Lucene refuses a document with an exact value of more than 32,766 bytes, and Solr the whole file with it.
    static let exactLimit = 8_000

    /// Offsets are kept so that the text need not be divided again for marking, which engines refuse for long ones.
    static var mapping: String {
        // Counted in UTF-16.
        let exact = #"{"type":"keyword","ignore_above":\#(2 * exactLimit)}"#
        let fields = allCases.map { field in
            let type =
                switch field.kind {
                case .exact: exact
                case .words: #"{"type":"text","index_options":"offsets"}"#
                case .both: #"{"type":"text","fields":{"exact":\#(exact)}}"#
                case .document, .number: #"{"type":"long"}"#
                case .share: #"{"type":"float"}"#
                case .moment: #"{"type":"date"}"#
                case .link: #"{"type":"keyword","index":false,"doc_values":false}"#
                }
            return "    \"\(field.rawValue)\":\(type)"
        }
        return """
            {
              "settings":{"number_of_shards":1},
              "mappings":{"dynamic":"strict","properties":{
            \(fields.joined(separator: ",\n"))
              }}
            }

            """
    }

    /// Solr's `_default` configuration names some types and a field that are not needed here; without them it does not
    /// start.
    static var schema: String {
        var lines: [String] = []
        for field in allCases {
            let name = field.rawValue
            let list = field.isList ? #" multiValued="true""# : ""
            switch field.kind {
            case .exact:
                let required = field == .id ? #" required="true""# : ""
                lines.append(
                    #"<field name="\#(name)" type="string" indexed="true" stored="true"\#(list)\#(required)/>"#)
            case .words:
                lines.append(
                    #"<field name="\#(name)" type="text_general" indexed="true" stored="true" storeOffsetsWithPositions="true"/>"#
                )
            case .both:
                lines.append(#"<field name="\#(name)" type="text_general" indexed="true" stored="true"\#(list)/>"#)
                lines.append(#"<field name="\#(name)_exact" type="string" indexed="true" stored="false"\#(list)/>"#)
                lines.append(#"<copyField source="\#(name)" dest="\#(name)_exact" maxChars="\#(exactLimit)"/>"#)
            // Solr collapses hits of one document only by 32 bits.
            case .document: lines.append(#"<field name="\#(name)" type="pint" indexed="true" stored="true"/>"#)
            case .number: lines.append(#"<field name="\#(name)" type="plong" indexed="true" stored="true"/>"#)
            case .share: lines.append(#"<field name="\#(name)" type="pfloat" indexed="true" stored="true"/>"#)
            case .moment: lines.append(#"<field name="\#(name)" type="pdate" indexed="true" stored="true"/>"#)
            case .link:
                lines.append(
                    #"<field name="\#(name)" type="string" indexed="false" stored="true" docValues="false"/>"#)
            }
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <schema name="docsearch" version="1.6">
              <uniqueKey>id</uniqueKey>
              \(lines.joined(separator: "\n  "))
              <field name="_version_" type="plong" indexed="false" stored="false"/>
              <field name="_text_" type="text_general" indexed="true" stored="false" multiValued="true"/>
              <dynamicField name="*_str" type="strings" indexed="false" stored="false" docValues="true" useDocValuesAsStored="false"/>
              <fieldType name="string" class="solr.StrField" sortMissingLast="true" docValues="true"/>
              <fieldType name="strings" class="solr.StrField" sortMissingLast="true" docValues="true" multiValued="true"/>
              <fieldType name="booleans" class="solr.BoolField" sortMissingLast="true" multiValued="true"/>
              <fieldType name="pint" class="solr.IntPointField" docValues="true"/>
              <fieldType name="plong" class="solr.LongPointField" docValues="true"/>
              <fieldType name="plongs" class="solr.LongPointField" docValues="true" multiValued="true"/>
              <fieldType name="pfloat" class="solr.FloatPointField" docValues="true"/>
              <fieldType name="pdoubles" class="solr.DoublePointField" docValues="true" multiValued="true"/>
              <fieldType name="pdate" class="solr.DatePointField" docValues="true"/>
              <fieldType name="pdates" class="solr.DatePointField" docValues="true" multiValued="true"/>
              <fieldType name="text_general" class="solr.TextField" positionIncrementGap="100">
                <analyzer>
                  <tokenizer class="solr.StandardTokenizerFactory"/>
                  <filter class="solr.LowerCaseFilterFactory"/>
                  <filter class="solr.ASCIIFoldingFilterFactory"/>
                </analyzer>
              </fieldType>
            </schema>

            """
    }
}
