/** Checks by its first bytes whether a request-body file has the type of its name. */

/** A file of the type starts with one of these, as Latin-1 text. */
const signatures: readonly { readonly endings: readonly string[]; readonly begins: readonly string[] }[] = [
  { endings: ['.zip', '.jar', '.docx', '.xlsx', '.pptx'], begins: ['PK\x03\x04', 'PK\x05\x06'] },
  { endings: ['.gz', '.tgz'], begins: ['\x1f\x8b'] },
  { endings: ['.png'], begins: ['\x89PNG\r\n\x1a\n'] },
  { endings: ['.jpg', '.jpeg'], begins: ['\xff\xd8\xff'] },
  { endings: ['.gif'], begins: ['GIF87a', 'GIF89a'] },
  { endings: ['.pdf'], begins: ['%PDF-'] },
]
const texts: readonly { readonly endings: readonly string[]; readonly begins: RegExp }[] = [
  { endings: ['.json'], begins: /^(?:\xef\xbb\xbf)?\s*(?:[[{"\d-]|true|false|null|\$\{)/ },
  { endings: ['.xml'], begins: /^(?:\xef\xbb\xbf)?\s*(?:<|\$\{)|^(?:\xff\xfe|\xfe\xff)/ },
  { endings: ['.eml'], begins: /^(?:From |[!-9;-~]+:)/ },
]
/** Sufficient for every rule, also after some blank lines. */
export const lookedBytes = 512

/** True also for unknown extensions. `beginning`: the first `lookedBytes` of the file. */
export function isWhatItSays(name: string, beginning: Uint8Array): boolean {
  const lower = name.toLowerCase()
  const isOf = ({ endings }: { readonly endings: readonly string[] }) =>
    endings.some(ending => lower.endsWith(ending))
  const text = Buffer.from(beginning).toString('latin1')
  const signature = signatures.find(isOf)
  if (signature !== undefined) return signature.begins.some(begin => text.startsWith(begin))
  return texts.find(isOf)?.begins.test(text) ?? true
}
