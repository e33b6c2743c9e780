internal import Markup

/// `dc:title` and `dcterms:issued`, DSpace's `<dcvalue element="title" qualifier="none">` and its intermediate format
/// `<dim:field mdschema="dc" element="title">`.
enum DublinCoreReader {
    static func record(of container: MarkupElement) -> DescriptiveRecord {
        var statements = DublinCore()
        for child in container.children {
            switch child.name {
            case "dcvalue": add(child, schema: container["schema"], to: &statements)
            case "field": add(child, schema: child["mdschema"], to: &statements)
            default:
                if DublinCore.isTerm(child.name) {
                    statements.add(child.name, child.text, as: child.name)
                } else {
                    statements.keep(child.text, as: child.name)
                }
            }
        }
        return statements.record
    }

    /// DSpace's own notation, in which `none` means no qualifier.
    private static func add(_ field: MarkupElement, schema: String?, to statements: inout DublinCore) {
        guard let element = field["element"], !element.isEmpty else { return }
        let schema = schema ?? "dc"
        let qualifier = field["qualifier"].flatMap { $0.isEmpty || $0 == "none" ? nil : $0 }
        let name = [schema, element, qualifier].compactMap { $0 }.joined(separator: ".")
        if schema == "dc" || schema == "dcterms" {
            statements.add(element, qualifier: qualifier, field.text, as: name)
        } else {
            statements.keep(field.text, as: name)
        }
    }

    static func isContainer(_ element: MarkupElement) -> Bool {
        let count = element.children.count { child in
            switch child.name {
            case "dcvalue", "field": child["element"] != nil
            default: DublinCore.isTerm(child.name) && child.children.isEmpty
            }
        }
        return count > 0 && count * 2 >= element.children.count
    }
}
