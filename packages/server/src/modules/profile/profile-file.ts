/** What is made of a profile file: its facts, and its profiles packed in files of their own. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { maxProfileParts, type ProfilePart, profileFormats } from '@pone/contract/entities/profile.ts'
import { type Profile, type ProfileKind, type Recording, totalOf } from '@pone/profiles/model/profile.ts'
import { ProfileFault } from '@pone/profiles/model/profile-fault.ts'
import { readProfile, writeProfile } from '@pone/profiles/model/stored-form.ts'
import { readRecording } from '@pone/profiles/readers/registry.ts'
import { topMethods } from '@pone/profiles/views/methods.ts'
import { maxUnpackedProfileBytes } from '@pone/schema/limits.ts'

const packed = promisify(gzip)
const unpacked = promisify(gunzip)
const mebibyte = 1024 ** 2

export interface ReadProfiles extends Omit<Recording, 'profiles'> {
  readonly format: (typeof profileFormats)[number]
  readonly parts: readonly ProfilePart[]
}

export const partPath = (path: string, part: number): string => `${path}.part-${part}`

/** The facts of profiles that an agent has packed, checked as if they were hostile; they lie at `partPath`. @throws ProfileFault */
export async function readPackedParts(path: string, count: number): Promise<ProfilePart[]> {
  const parts: ProfilePart[] = []
  for (let part = 0; part < count; part++) {
    const place = partPath(path, part)
    const { size } = await stat(place)
    parts.push(partOf(readProfile(await contentOf(place)), size))
  }
  return parts
}

/** Writes each profile to `partPath`, the largest kinds as the file has them. `kind`: of collapsed stacks. @throws ProfileFault */
export async function readProfileFile(path: string, kind: ProfileKind): Promise<ReadProfiles> {
  const { format, profiles, ...facts } = readRecording(await contentOf(path))
  const known = profileFormats.find(each => each === format)
  if (known === undefined) throw new ProfileFault('unknownFormat')
  const parts: ProfilePart[] = []
  for (const profile of profiles.slice(0, maxProfileParts)) {
    const asSaid = known === 'collapsed' ? { ...profile, kind } : profile
    const bytes = await packed(writeProfile(asSaid))
    await writeFile(partPath(path, parts.length), bytes)
    parts.push(partOf(asSaid, bytes.length))
  }
  return { ...facts, format: known, parts }
}

function partOf(profile: Profile, storedBytes: number): ProfilePart {
  const { kind, unit, source, names, depth } = profile
  const [top] = topMethods(profile)
  return {
    kind,
    unit,
    source,
    total: totalOf(profile),
    nodes: depth.length,
    names: names.length,
    deepest: depth.reduce((most, level) => Math.max(most, level), 0) + 1,
    storedBytes,
    topMethod: { name: top?.name ?? '', self: top?.self ?? 0 },
  }
}

/** @throws ProfileFault tooLarge, damaged */
async function contentOf(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await unpacked(bytes, { maxOutputLength: maxUnpackedProfileBytes })
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError
    throw isTooLarge
      ? new ProfileFault('tooLarge', { limit: maxUnpackedProfileBytes / mebibyte })
      : new ProfileFault('damaged', { place: 'gzip' })
  }
}
