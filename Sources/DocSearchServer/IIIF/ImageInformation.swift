import AnswerForms

/// The `info.json` of a page image (Image API 3, 5).
package struct ImageInformation {
    let id: String
    let size: ImageParameters.Size

    static let context = "http://iiif.io/api/image/3/context.json"

    package init(id: String, size: ImageParameters.Size) { (self.id, self.size) = (id, size) }

    package var json: JSONObject {
        let tile: JSONObject = [
            "width": ImageParameters.tile, "height": ImageParameters.tile, "scaleFactors": [1, 2, 4, 8],
        ]
        let information: JSONObject = [
            "@context": Self.context, "id": id, "type": "ImageService3", "protocol": "http://iiif.io/api/image",
            "profile": "level2", "width": size.width, "height": size.height,
            "sizes": [8, 4, 2].map {
                ["width": max(1, size.width / $0), "height": max(1, size.height / $0)] as JSONObject
            },
            "tiles": [tile], "extraQualities": ["bitonal"],
            "extraFeatures": [
                "canonicalLinkHeader", "mirroring", "profileLinkHeader", "regionSquare", "sizeUpscaling",
            ],
        ]
        return ImageParameters.isLimited(size) ? information + ["maxArea": ImageParameters.maxArea] : information
    }
}
