/** Names of the wire that client and server share: headers, the base of all calls, fields with a meaning of their own. Without schemas, for the first load of the pages. */

/** Headers of a request: the session token, and whether the caller acts as administrator. */
export const tokenHeader = 'token'
export const administratorHeader = 'is-admin'
/** The language that messages of the answer are written in: zh or en. */
export const languageHeader = 'accept-language'
export const apiBase = '/apm-api'
/** Field of a call with `upload` that names a file which was uploaded before in pieces. */
export const uploadIdField = 'uploadId'
