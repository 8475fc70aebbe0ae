/** Identity of this agent at the server: the id and key from its first join, kept in its data folder, readable by its owner only. */
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const identitySchema = z.object({ agentId: z.string().min(1), key: z.string().min(1) })
export type Identity = z.infer<typeof identitySchema>

export interface IdentityStore {
  /** null before the first join, or when the file does not contain an identity. */
  read(): Promise<Identity | null>
  write(identity: Identity): Promise<void>
  forget(): Promise<void>
}

export function createIdentityStore(dataFolder: string): IdentityStore {
  const path = join(dataFolder, 'identity.json')
  return {
    read: async () => {
      // The mode is set again, because a copied file may have another one.
      await chmod(path, 0o600).catch(() => undefined)
      const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return ''
        throw cause
      })
      return parse(text)
    },
    write: async identity => {
      const side = `${path}.new`
      await writeFile(side, JSON.stringify(identity), { mode: 0o600 })
      await rename(side, path)
    },
    forget: () => rm(path, { force: true }),
  }
}

function parse(text: string): Identity | null {
  try {
    return identitySchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
