/** Family `upgrade`: an agent replaces itself by another version. */
import { z } from 'zod'

/** State of an upgrade; `installed` and `failed` are final. */
export const upgradeStates = ['waiting', 'pushing', 'processing', 'starting', 'installed', 'failed'] as const
export const upgradeStateSchema = z.enum(upgradeStates)
export type UpgradeState = z.infer<typeof upgradeStateSchema>

/** Why an agent does not become another version. */
export const upgradeFailures = [
  'checkout',
  'busy',
  'download',
  'checksum',
  'content',
  'selfTest',
  'notStarted',
  'notConnected',
  'interrupted',
  'other',
] as const
export type UpgradeFailure = (typeof upgradeFailures)[number]

/** The agent fetches the package by `linkPackagePath` (package-path.ts). */
export const upgradePackageSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  sizeBytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type UpgradePackage = z.infer<typeof upgradePackageSchema>

export const upgrade = {
  commands: [
    z.object({
      kind: z.literal('upgradeAgent'),
      id: z.string(),
      upgradeId: z.string(),
      version: z.string(),
      package: upgradePackageSchema,
    }),
    /** The end is stored: the agent need not report it again. */
    z.object({ kind: z.literal('forgetUpgrade'), upgradeId: z.string() }),
  ],
  reports: [
    /** Sent at each change, about once a second while pushing, and again after each reconnect. */
    z.object({
      kind: z.literal('upgradeProgress'),
      upgradeId: z.string(),
      state: upgradeStateSchema,
      receivedBytes: z.int().min(0),
      /** Set when it failed. */
      failure: z.enum(upgradeFailures).nullable(),
      detail: z.string().max(2_000),
    }),
  ],
} as const
