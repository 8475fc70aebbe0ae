/** The formats of files that requests can be read from. */
export const recordedFormats = [
  'har',
  'postman',
  'openapi',
  'insomnia',
  'recorder',
  'pcap',
  'k6',
  'gatling',
  'accessLog',
] as const
export type RecordedFormat = (typeof recordedFormats)[number]
