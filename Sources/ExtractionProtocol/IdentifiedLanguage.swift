/// Languages that texts are identified as: by their codes of two letters (ISO 639-1), and of three where there is none of
/// two. Readers and stored texts give no others.
package enum IdentifiedLanguage {
    package static func known(_ code: String) -> String? { codes.contains(code) ? code : nil }

    package static let codes: Set<String> = Set(
        """
        af am ar as az be bg bn bo br bs ca ceb co cs cy da de dv el en eo es et eu fa fi fo fr fy ga gd gl gu he hi hr ht \
        hu hy id is it ja jv ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc or pa pl ps pt \
        rm ro ru rw sd si sk sl so sq sr su sv sw ta te tg th ti tk tl tr tt ug uk ur uz vi xh yi yo zh zu
        """.split(separator: " ").map(String.init))
}
