/** Guesses the type and architecture of a package from its file name; pure. */
import type { PackageArchitecture, PackageType } from '@pone/contract/entities/package.ts'

export interface SuggestedTarget {
  readonly type: PackageType
  readonly architecture: PackageArchitecture
}

/** null when the name has none of the known forms. */
export function suggestedTarget(fileName: string): SuggestedTarget | null {
  const agent = /^pone-agent-.+-linux-(x64|arm64)\.(?:tar\.gz|tgz)$/.exec(fileName)?.[1]
  if (agent !== undefined) return { type: 'Agent', architecture: agent === 'arm64' ? 'arm64' : 'x64' }
  if (fileName.startsWith('pone-pr-')) return { type: 'PR', architecture: 'any' }
  if (/jmeter/i.test(fileName)) return { type: 'JMeter', architecture: 'any' }
  if (/arthas/i.test(fileName)) return { type: 'Arthas', architecture: 'any' }
  return null
}
