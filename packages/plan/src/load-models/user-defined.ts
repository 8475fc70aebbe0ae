/** Load model "user-defined": the sum of drawn rows, each a trapezoid with start, ramp-up, hold and ramp-down. */
import type { LoadModel } from '../scenario/scenario.ts'
import { type LoadModelDefinition, loadProblem } from './load-model.ts'

type UserDefined = Extract<LoadModel, { kind: 'userDefined' }>
type Row = UserDefined['rows'][number]

/** Corners of a row's trapezoid in ms: begin, top reached, top left, end. */
function cornersOf(row: Row): [number, number, number, number] {
  const begin = row.startDelaySeconds * 1_000
  const top = begin + row.rampUpSeconds * 1_000
  const leave = top + row.holdSeconds * 1_000
  return [begin, top, leave, leave + row.rampDownSeconds * 1_000]
}

/** A row's value; at a jump the value after it, or before it when `isBefore`. */
function rowAt(row: Row, elapsedMs: number, isBefore: boolean): number {
  const [begin, top, leave, end] = cornersOf(row)
  const isPast = (cornerMs: number) => (isBefore ? elapsedMs > cornerMs : elapsedMs >= cornerMs)
  if (isPast(end)) return 0
  if (isPast(leave)) return leave === end ? row.users : row.users * (1 - (elapsedMs - leave) / (end - leave))
  if (isPast(top)) return row.users
  if (isPast(begin)) return (row.users * (elapsedMs - begin)) / (top - begin)
  return 0
}

const sumAt = (model: UserDefined, elapsedMs: number, isBefore: boolean) =>
  model.rows.reduce((sum, row) => sum + rowAt(row, elapsedMs, isBefore), 0)

const allCorners = (model: UserDefined) =>
  [...new Set(model.rows.flatMap(row => cornersOf(row)))].sort((a, b) => a - b)

const highestAround = (model: UserDefined, elapsedMs: number) =>
  Math.max(sumAt(model, elapsedMs, false), sumAt(model, elapsedMs, true))

export const userDefined: LoadModelDefinition<UserDefined> = {
  title: { zh: '自定义负载', en: 'User-defined' },
  description: {
    zh: '多行叠加，每行自定起始、爬坡、保持和下降时间',
    en: 'Sum of several rows, each with its own start, ramp-up, hold and ramp-down time',
  },
  targetAt(model, elapsedMs) {
    return elapsedMs < 0 ? 0 : sumAt(model, elapsedMs, false)
  },
  plannedDurationMs(model) {
    return Math.max(...model.rows.map(row => cornersOf(row)[3]))
  },
  rampUpEndMs(model) {
    const peak = userDefined.peak(model)
    return allCorners(model).find(corner => highestAround(model, corner) >= peak) ?? 0
  },
  peak(model) {
    return Math.max(...allCorners(model).map(corner => highestAround(model, corner)))
  },
  bendsMs(model, limit) {
    return allCorners(model).slice(0, limit)
  },
  problemsOf(model) {
    return model.rows.flatMap((row, index) => {
      const [begin, , , end] = cornersOf(row)
      if (end > begin) return []
      return [
        loadProblem(
          `rows.${index}.holdSeconds`,
          'noDuration',
          {
            zh: '第 {row} 行的时长为 0，请填写爬坡、保持或下降时间',
            en: 'Row {row} has a duration of 0 s. Enter a ramp-up, hold or ramp-down time',
          },
          { row: index + 1 },
        ),
      ]
    })
  },
}
