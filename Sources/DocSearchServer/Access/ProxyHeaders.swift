/// Headers that proxies, load balancers and CDNs add, and that no browser or program sends by itself. Few are in
/// standards (RFC 7239, RFC 9110 7.6.3, RFC 8586); most names mention the original client or host.
enum ProxyHeaders {
    /// `name` must be in lower case.
    static func contains(_ name: String) -> Bool {
        let letters = name.filter { $0.isLetter || $0.isNumber }
        return names.contains(letters) || products.contains(where: letters.hasPrefix)
            || parts.contains(where: letters.contains)
    }

    /// Without dashes, which vary: `X-ClientIP`, `X-Client-IP`.
    private static let names: Set = [
        "via", "xvia", "cdnloop", "xhost", "xscheme", "xurlscheme", "xserverport", "frontendhttps", "xrewriteurl",
        "xcomingfrom", "xwebauthuser",
    ]

    private static let parts = [
        "forward", "clientip", "clientaddr", "clienthost", "clientport", "clientcert", "clientverify", "realip",
        "realhost",
        "realport", "remoteip", "remoteaddr", "remotehost", "remoteuser", "connectingip", "sourceip", "srcip",
        "userip", "peerip", "peeraddr", "visitorip", "vieweraddr", "originatingip", "externaladdress", "originalip",
        "originalhost",
        "originaluri", "originalurl", "originalproto", "originalport", "originalfor", "originalmethod",
        "originalremote",
    ]

    private static let products: [String] = [
        "proxy", "envoy", "cf", "cloudfront", "amzcf", "amzn", "azure", "arr", "appengine", "cloudtrace", "fastly",
        "fly",
        "vercel", "nf", "akamai", "incap", "sucuri", "squid", "varnish", "haproxy", "nginx", "traefik", "caddy",
        "bluecoat", "zscaler", "tailscale", "ngrok", "gclb", "authrequest",
    ].flatMap { [$0, "x" + $0] }
}
