/** Reads collapsed stacks, as written by async-profiler, py-spy and the stackcollapse scripts. */
import { ProfileFault } from '../model/profile-fault.ts'
import { decoded, linesOf, type ProfileReader, RecordingBuilder } from './reader.ts'

const lineForm = /^(.+)\s(\d+(?:\.\d+)?)$/
/** async-profiler marks the type of a frame behind its name. */
const frameMark = /_\[[jikn01]\]$/

export const collapsedReader: ProfileReader = {
  format: 'collapsed',
  fits: (_, text) => {
    const first = text?.split('\n', 200).find(line => line.trim() !== '' && !line.startsWith('#'))
    return first !== undefined && lineForm.test(first.trimEnd())
  },
  read: bytes => {
    const recording = new RecordingBuilder()
    const tree = recording.tree({ kind: 'cpu', unit: 'samples', source: '' })
    for (const { line, number } of linesOf(decoded(bytes))) {
      const text = line.trim()
      if (text === '' || text.startsWith('#')) continue
      const [, stack, weight] = lineForm.exec(text) ?? []
      if (stack === undefined) throw new ProfileFault('badLine', { line: number })
      const frames = stack.split(';').map(frame => javaName(frame.replace(frameMark, '')))
      tree.add(frames, Number(weight))
    }
    return recording.finish()
  },
}

/** `java/util/HashMap.get` as `java.util.HashMap.get`; paths and signatures stay as they are. */
const javaName = (frame: string): string =>
  /^[\w$]+(\/[\w$]+)+\.[\w$<>]+$/.test(frame) ? frame.replaceAll('/', '.') : frame
