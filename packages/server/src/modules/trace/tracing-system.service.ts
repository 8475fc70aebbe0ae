/** The tracing system of a project: its settings, and its secret, which is sealed and goes to no other address than it was entered for. */
import type { TracingSystem, TracingSystemSettings } from '@pone/contract/entities/tracing-system.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { StoredTracingSystem, TracingSystemRepository } from './tracing-system.repository.ts'

export interface TracingSystemDeps {
  readonly systems: TracingSystemRepository
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>
  readonly now: () => number
}

export interface SystemSave {
  readonly settings: TracingSystemSettings
  /** null: the stored one. */
  readonly secret: string | null
}

export type TracingSystemService = ReturnType<typeof createTracingSystemService>

export function createTracingSystemService({ systems, secrets, now }: TracingSystemDeps) {
  const find = async (projectId: string): Promise<TracingSystem | null> => {
    const stored = await systems.find(projectId)
    return stored && described(stored)
  }
  return {
    find,
    /** @throws AppError TracingSecretNeeded */
    save: async (projectId: string, by: string, { settings, secret }: SystemSave): Promise<TracingSystem> => {
      const sealedSecret =
        settings.signIn === 'none'
          ? null
          : secret === null
            ? keptSecret(settings, await systems.find(projectId))
            : secrets.seal(secret)
      const stored = { settings, sealedSecret, updatedBy: by, updatedAt: now() }
      await systems.save(projectId, stored)
      return described(stored)
    },
    remove: (projectId: string): Promise<void> => systems.remove(projectId),
    /** With its secret; null where that cannot be opened any more, undefined where no system is set. */
    opened: async (
      projectId: string,
    ): Promise<{ readonly settings: TracingSystemSettings; readonly secret: string } | null | undefined> => {
      const stored = await systems.find(projectId)
      if (stored === null) return undefined
      const { settings, sealedSecret } = stored
      if (sealedSecret === null) return { settings, secret: '' }
      try {
        return { settings, secret: secrets.open(sealedSecret) }
      } catch {
        return null
      }
    },
  }
}

/** @throws AppError TracingSecretNeeded */
function keptSecret(settings: TracingSystemSettings, stored: StoredTracingSystem | null): string {
  const isSame =
    stored !== null &&
    (['address', 'signIn', 'user', 'authority'] as const).every(
      name => stored.settings[name] === settings[name],
    )
  if (!isSame || stored.sealedSecret === null) throw new AppError('TracingSecretNeeded')
  return stored.sealedSecret
}

const described = ({ settings, sealedSecret, updatedBy, updatedAt }: StoredTracingSystem): TracingSystem => ({
  ...settings,
  hasSecret: sealedSecret !== null,
  updatedBy,
  updatedAt,
})
