#include <gmime/gmime.h>

// GObject's casts and questions are macros.

static inline int cgmime_is_leaf(GMimeObject *object) { return GMIME_IS_PART(object); }

// The number of parts within a part.
static inline int cgmime_child_count(GMimeObject *object) {
    return GMIME_IS_MULTIPART(object) ? g_mime_multipart_get_count((GMimeMultipart *)object) : 0;
}

// Whether parts are listed and nothing says that there are no more.
static inline int cgmime_has_no_end(GMimeObject *object) {
    return cgmime_child_count(object) > 0 && !((GMimeMultipart *)object)->write_end_boundary;
}

static inline GMimeObject *cgmime_child(GMimeObject *object, int index) {
    return g_mime_multipart_get_part((GMimeMultipart *)object, index);
}

static inline const char *cgmime_address(InternetAddress *address) {
    return INTERNET_ADDRESS_IS_MAILBOX(address)
               ? internet_address_mailbox_get_addr((InternetAddressMailbox *)address)
               : NULL;
}

// The members of a group of addresses; null for a single address.
static inline InternetAddressList *cgmime_group_members(InternetAddress *address) {
    return INTERNET_ADDRESS_IS_GROUP(address) ? internet_address_group_get_members((InternetAddressGroup *)address) : NULL;
}

// The text before the first part within a part, which is all of it where no part begins; null when it is empty.
static inline const char *cgmime_prologue(GMimeObject *object) {
    return GMIME_IS_MULTIPART(object) ? g_mime_multipart_get_prologue((GMimeMultipart *)object) : NULL;
}

// The message that a part is; null when the part is none, or the message is empty.
static inline GMimeMessage *cgmime_message(GMimeObject *object) {
    return GMIME_IS_MESSAGE_PART(object) ? g_mime_message_part_get_message((GMimeMessagePart *)object) : NULL;
}
