/** Encrypts secrets for the database: AES-256-GCM with a key in the data folder, outside the database. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SecretBox {
  /** Returns text that only `open` of a box with the same key can decrypt. */
  seal(secret: string): string
  /** @throws when the text was modified or sealed with another key */
  open(sealed: string): string
  /** A derived key for this purpose; the same in every box with the same key. */
  derive(purpose: string): Buffer
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** With a `given` key (base64); otherwise reads `secret.key` in the folder, or creates it (readable by this user only). */
export async function openSecretBox(dataFolder: string, given?: string): Promise<SecretBox> {
  if (given !== undefined) {
    const key = Buffer.from(given, 'base64')
    if (key.length !== keyBytes) throw new Error(`PONE_SECRET_KEY has to be ${keyBytes} bytes in base64.`)
    return createSecretBox(key)
  }
  const path = join(dataFolder, 'secret.key')
  // Creating a link is atomic: of two servers that start together one creates the key, and both read it complete.
  const draft = join(dataFolder, `secret.key.${randomBytes(4).toString('hex')}`)
  await writeFile(draft, randomBytes(keyBytes).toString('base64'), { mode: 0o600 })
  await link(draft, path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  await unlink(draft)
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (key.length !== keyBytes) throw new Error(`The key file ${path} is damaged.`)
  return createSecretBox(key)
}

export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal: secret => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open: text => {
      const bytes = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes))
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    },
    derive: purpose => createHmac('sha256', key).update(`pone ${purpose}`).digest(),
  }
}
