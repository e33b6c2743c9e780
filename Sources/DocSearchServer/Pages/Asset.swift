import ContentHashing

/// A style sheet, script or icon, compiled into the program so that versions cannot be mixed.
package struct Asset: Sendable {
    package let name: String
    package let type: String
    package let bytes: [UInt8]
    package let tag: String

    private init(_ name: String, type: String, _ bytes: [UInt8]) {
        (self.name, self.type, self.bytes) = (name, type, bytes)
        var sum = SHA256()
        sum.update(bytes)
        tag = String(sum.digest().prefix(16))
    }

    package static let style = Asset("site.css", type: "text/css; charset=utf-8", PackageResources.site_css)
    package static let script = Asset("site.js", type: "text/javascript; charset=utf-8", PackageResources.site_js)
    package static let icon = Asset("icon.svg", type: "image/svg+xml", PackageResources.icon_svg)
    package static let all = [style, script, icon]
}
