/** What a reader of a profile format is, and what all of them share. */
import type { Profile, ProfileKind, ProfileUnit, Recording } from '../model/profile.ts'
import { TreeBuilder } from '../model/profile-builder.ts'
import { ProfileFault } from '../model/profile-fault.ts'

export interface ProfileReader {
  /** As stored and told. */
  readonly format: string
  /** Whether the content looks like this format; `text` is its beginning as text, null for binary content. */
  readonly fits: (bytes: Uint8Array, text: string | null) => boolean
  /** @throws ProfileFault */
  readonly read: (bytes: Uint8Array) => Recording
}

export interface ProfileMark {
  readonly kind: ProfileKind
  readonly unit: ProfileUnit
  readonly source: string
}

/** Profiles of one file under construction, by what they measure. */
export class RecordingBuilder {
  readonly #parts = new Map<string, { mark: ProfileMark; tree: TreeBuilder }>()

  tree(mark: ProfileMark): TreeBuilder {
    const key = `${mark.kind} ${mark.unit} ${mark.source}`
    const known = this.#parts.get(key)
    if (known !== undefined) return known.tree
    const tree = new TreeBuilder()
    this.#parts.set(key, { mark, tree })
    return tree
  }

  /** @throws ProfileFault noStacks */
  finish(facts: Partial<Omit<Recording, 'profiles'>> = {}): Recording {
    const profiles = [...this.#parts.values()]
      .filter(({ tree }) => !tree.isEmpty)
      .map(({ mark, tree }): Profile => {
        const { order: _order, ...columns } = tree.finish()
        return { ...mark, ...columns }
      })
    if (profiles.length === 0) throw new ProfileFault('noStacks')
    return { profiles, startedAt: null, durationMs: null, isCut: false, ...facts }
  }
}

/** Lines of a text with their number from 1, without the text being split at once. */
export function* linesOf(text: string): Generator<{ line: string; number: number }> {
  let from = 0
  for (let number = 1; from <= text.length; number++) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end)
    yield { line: line.endsWith('\r') ? line.slice(0, -1) : line, number }
    if (end < 0) return
    from = end + 1
  }
}

export const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
