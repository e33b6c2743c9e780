#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <nettle/nettle-meta.h>
