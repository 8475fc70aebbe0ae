/** Data sets, counters and random variables of JMeter → parameters of a component. */
import { delimiters, fileEncodings, type Parameter } from '@pone/plan/parameters/parameters.ts'
import { elementOf } from '../elements/registry.ts'
import type { JmxNode } from '../jmx/plan.ts'
import { plainNumber } from '../load/thread-group.ts'
import type { LeftList } from './left.ts'
import { isOn, valueOf } from './scope.ts'

/** A file of the project that replaces one of the plan. */
export interface KnownFile {
  readonly id: string
  /** Its first line, for plans that take the names of variables from it. */
  readonly header: readonly string[]
}

interface ParameterContext {
  readonly left: LeftList
  readonly variable: (node: JmxNode, name: string) => string
  readonly files: ReadonlyMap<string, KnownFile>
}

/** The parameter of an element; none for other elements. */
export function parameterOf(node: JmxNode, context: ParameterContext): Parameter[] {
  const whole = (name: string, fallback: number) => {
    const value = plainNumber(valueOf(node, name))
    return value === null ? fallback : Math.round(value)
  }
  switch (elementOf(node)?.id) {
    case 'CSVDataSet':
      return csvParameter(node, context)
    case 'CounterConfigGui': {
      const from = whole('CounterConfig.start', 0)
      return [
        {
          id: node.key,
          kind: 'range',
          name: context.variable(node, valueOf(node, 'CounterConfig.name')),
          from,
          to: Math.max(from, whole('CounterConfig.end', 1_000_000_000)),
          step: Math.max(1, whole('CounterConfig.incr', 1)),
          padding: /^0+$/.test(valueOf(node, 'CounterConfig.format'))
            ? Math.min(20, valueOf(node, 'CounterConfig.format').length)
            : 0,
          selection: isOn(node, 'CounterConfig.per_user') ? 'sequential' : 'unique',
          update: 'iteration',
          exhaustion: 'cycle',
        },
      ]
    }
    case 'RandomVariableConfig':
      return [
        {
          id: node.key,
          kind: 'random',
          name: context.variable(node, valueOf(node, 'variableName')),
          form: 'integer',
          from: whole('minimumValue', 1),
          to: whole('maximumValue', 100),
          digits: 2,
          length: 8,
          alphabet: 'abcdefghijklmnopqrstuvwxyz0123456789',
          update: 'iteration',
        },
      ]
    default:
      return []
  }
}

function csvParameter(node: JmxNode, { left, variable, files }: ParameterContext): Parameter[] {
  const name = valueOf(node, 'filename').replace(/^.*[\\/]/s, '')
  const file = files.get(name)
  if (file === undefined) {
    left.add(node, 'file', { name })
    return []
  }
  const named = valueOf(node, 'variableNames')
  const columns = (named === '' ? [...file.header] : named.split(',')).map(column => variable(node, column))
  if (columns.length === 0) {
    left.add(node, 'csvColumns', { name })
    return []
  }
  const raw = valueOf(node, 'delimiter') || ','
  const delimiter = delimiters.find(each => each === (raw === '\\t' ? '\t' : raw))
  if (delimiter === undefined) left.add(node, 'detail', { name: 'delimiter', value: raw })
  const encoding = fileEncodings.find(each => each === valueOf(node, 'fileEncoding').toLowerCase())
  const isEndless = isOn(node, 'recycle')
  return [
    {
      id: node.key,
      kind: 'file',
      fileId: file.id,
      columns,
      delimiter: delimiter ?? ',',
      quote: isOn(node, 'quotedData') ? '"' : '',
      hasHeader: named === '' || isOn(node, 'ignoreFirstLine'),
      encoding: encoding ?? 'utf-8',
      selection: isEndless ? 'sequential' : 'unique',
      update: 'iteration',
      exhaustion: isEndless ? 'cycle' : isOn(node, 'stopThread') ? 'stopUser' : 'keepLast',
    },
  ]
}
