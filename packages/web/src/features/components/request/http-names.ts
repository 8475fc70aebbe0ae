/** Suggestions for the names of headers and for content types. */

export const commonHeaders = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Cookie',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Origin',
  'Range',
  'Referer',
  'User-Agent',
  'X-Forwarded-For',
  'X-Requested-With',
] as const

export const commonContentTypes = [
  'text/plain',
  'application/xml',
  'text/xml; charset=utf-8',
  'text/csv',
  'application/x-www-form-urlencoded',
  'application/graphql',
  'application/octet-stream',
] as const
