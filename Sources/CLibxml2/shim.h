#include <libxml/xmlversion.h>
// Debian's libxml2 converts with ICU, and its headers would bring in another ICU than Foundation's. Only the inside of
// an encoding's handler depends on it, and nobody looks there.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/dict.h>
#include <libxml/entities.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
