/** Reads files of speedscope: sampled and evented profiles; those of one unit are added up, since each is a thread. */
import { z } from 'zod'
import type { ProfileUnit } from '../model/profile.ts'
import type { TreeBuilder } from '../model/profile-builder.ts'
import { ProfileFault } from '../model/profile-fault.ts'
import { parsedJson } from './json-file.ts'
import { type ProfileReader, RecordingBuilder } from './reader.ts'

const index = z.int().min(0)
const sampledSchema = z.object({
  type: z.literal('sampled'),
  unit: z.string(),
  samples: z.array(z.array(index)),
  weights: z.array(z.number().min(0)),
})
const eventedSchema = z.object({
  type: z.literal('evented'),
  unit: z.string(),
  events: z.array(z.object({ type: z.enum(['O', 'C']), frame: index, at: z.number() })),
})
const fileSchema = z.object({
  shared: z.object({ frames: z.array(z.object({ name: z.string() })) }),
  profiles: z.array(z.discriminatedUnion('type', [sampledSchema, eventedSchema])),
})
type Frames = readonly { readonly name: string }[]

const units: Readonly<Record<string, { unit: ProfileUnit; factor: number }>> = {
  nanoseconds: { unit: 'nanoseconds', factor: 1 },
  microseconds: { unit: 'nanoseconds', factor: 1e3 },
  milliseconds: { unit: 'nanoseconds', factor: 1e6 },
  seconds: { unit: 'nanoseconds', factor: 1e9 },
  bytes: { unit: 'bytes', factor: 1 },
}

export const speedscopeReader: ProfileReader = {
  format: 'speedscope',
  fits: (_, text) =>
    text !== null && /^\s*\{/.test(text) && /speedscope\.app\/file-format-schema|"shared"\s*:/.test(text),
  read: bytes => {
    const { shared, profiles } = parsedJson(bytes, fileSchema)
    const recording = new RecordingBuilder()
    for (const profile of profiles) {
      const { unit, factor } = units[profile.unit] ?? { unit: 'samples', factor: 1 }
      const kind = unit === 'bytes' ? 'alloc' : 'cpu'
      const tree = recording.tree({ kind, unit, source: '' })
      if (profile.type === 'sampled') addSampled(tree, shared.frames, profile, factor)
      else addEvented(tree, shared.frames, profile, factor)
    }
    return recording.finish()
  },
}

function addSampled(
  tree: TreeBuilder,
  frames: Frames,
  { samples, weights }: z.infer<typeof sampledSchema>,
  factor: number,
): void {
  samples.forEach((stack, at) => {
    tree.add(
      stack.map(frame => nameOf(frames, frame)),
      Math.round((weights[at] ?? 0) * factor),
    )
  })
}

/** A frame has as its own the time in which it is open and none is open above it. */
function addEvented(
  tree: TreeBuilder,
  frames: Frames,
  { events }: z.infer<typeof eventedSchema>,
  factor: number,
): void {
  const open: { node: number; frame: number }[] = []
  let since = events[0]?.at ?? 0
  events.forEach(({ type, frame, at }, place) => {
    const top = open.at(-1)
    if (top !== undefined) tree.addSelf(top.node, Math.round(Math.max(0, at - since) * factor))
    since = at
    if (type === 'O')
      open.push({ node: tree.child(top?.node ?? -1, tree.name(nameOf(frames, frame))), frame })
    else if (top?.frame === frame) open.pop()
    else throw new ProfileFault('damaged', { place })
  })
}

function nameOf(frames: Frames, frame: number): string {
  const name = frames[frame]?.name
  if (name === undefined) throw new ProfileFault('damaged', { place: frame })
  return name
}
