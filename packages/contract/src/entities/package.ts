/** Install packages of the download centre, and the manifest that our own bundles carry. */

import { idSchema } from '@pone/schema/common.ts'
import { absolutePathPattern, maxPackageBytes } from '@pone/schema/limits.ts'
import { z } from 'zod'

export const packageTypes = ['PR', 'JMeter', 'Agent', 'Arthas'] as const
export type PackageType = (typeof packageTypes)[number]
export const packageSystems = ['linux'] as const
export type PackageSystem = (typeof packageSystems)[number]
/** `any` suits every architecture of its system. */
export const packageArchitectures = ['x64', 'arm64', 'any'] as const
export type PackageArchitecture = (typeof packageArchitectures)[number]

/** What a type can be compatible with: an agent brings its own Node, the others run everywhere their runtime does. */
export const packageTargets: Record<
  PackageType,
  readonly { readonly system: PackageSystem; readonly architecture: PackageArchitecture }[]
> = {
  Agent: [
    { system: 'linux', architecture: 'x64' },
    { system: 'linux', architecture: 'arm64' },
  ],
  PR: [{ system: 'linux', architecture: 'any' }],
  JMeter: packageArchitectures.map(architecture => ({ system: 'linux', architecture })),
  Arthas: packageArchitectures.map(architecture => ({ system: 'linux', architecture })),
}

export const packageVersionSchema = z
  .string()
  .trim()
  .regex(/^\d[0-9A-Za-z.+-]{0,31}$/)
/** A folder on the machine; null leaves the choice to the installation. */
const placeSchema = z.string().trim().max(255).regex(absolutePathPattern).nullable()

/** What an administrator may change of a package. */
export const packageSettingsSchema = z.object({
  name: z.string().trim().max(128).default(''),
  installPath: placeSchema.default(null),
  logPath: placeSchema.default(null),
  /** How often an installed agent reports its state, s. */
  statusPushSeconds: z.int().min(1).max(60).default(2),
})

export const packageSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: z.enum(packageTypes),
  system: z.enum(packageSystems),
  architecture: z.enum(packageArchitectures),
  version: z.string(),
  fileName: z.string(),
  sizeBytes: z.int().max(maxPackageBytes),
  sha256: z.string(),
  installPath: z.string().nullable(),
  logPath: z.string().nullable(),
  statusPushSeconds: z.int(),
  uploadedAt: z.int(),
  /** Account of the administrator; null for a package that this server made itself. */
  uploadedBy: z.string().nullable(),
  /** What uses it at present, in words. */
  usedBy: z.array(z.string()),
})
export type InstallPackage = z.infer<typeof packageSchema>

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

/** `manifest.json`, the first entry of a bundle of ours: everything else it holds. Paths are relative to the bundle's folder. */
export const bundleManifestSchema = z.object({
  format: z.literal(1),
  type: z.enum(['Agent', 'PR']),
  version: packageVersionSchema,
  system: z.enum(packageSystems),
  architecture: z.enum(packageArchitectures),
  /** Tells two bundles of the same version apart: SHA-256 over the sources they were made from. */
  build: sha256Schema,
  /** Null when it brings no runtime. */
  nodeVersion: z.string().nullable(),
  files: z
    .array(
      z.object({
        path: z.string().min(1).max(255),
        sizeBytes: z.int().min(0),
        sha256: sha256Schema,
        isExecutable: z.boolean(),
      }),
    )
    .max(20_000),
  /** Symbolic links, relative to where they lie. */
  links: z.array(z.object({ path: z.string().min(1).max(255), target: z.string().min(1).max(255) })).max(100),
})
export type BundleManifest = z.infer<typeof bundleManifestSchema>

/** Orders versions, newer ones greater: numbers by value, a pre-release before its release. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  if (a.rest === b.rest) return 0
  if (a.rest === '') return 1
  if (b.rest === '') return -1
  return a.rest.localeCompare(b.rest, 'en', { numeric: true })
}

function partsOf(version: string): { numbers: number[]; rest: string } {
  const [, head = '', rest = ''] = /^([\d.]*)(.*)$/.exec(version) ?? []
  return { numbers: head.split('.').filter(Boolean).map(Number), rest: rest.replace(/\+.*$/, '') }
}
