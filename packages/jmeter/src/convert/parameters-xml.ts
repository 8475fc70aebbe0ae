/** Parameters of a component → data sets, counters and random variables. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { namesOf } from '@pone/plan/parameters/parameters.ts'
import type { PlanWriter } from './plan-writer.ts'

/** Key of a parameter in the list of unconverted parts. */
export const parameterKey = ({ id }: { readonly id: string }): string => `parameter ${id}`

/** The elements; `fileNames` by the ids of the project's files. */
export function parametersXml(
  { parameters }: ComponentDocument,
  { element: write, left }: PlanWriter,
  fileNames: ReadonlyMap<string, string>,
): string[] {
  return parameters.flatMap(parameter => {
    if (parameter.kind === 'file') {
      const filename = fileNames.get(parameter.fileId) ?? parameter.fileId
      const values = {
        filename,
        fileEncoding: parameter.encoding === 'latin1' ? 'ISO-8859-1' : parameter.encoding.toUpperCase(),
        variableNames: parameter.columns.map((column, index) => column || `unused_${index + 1}`).join(','),
        ignoreFirstLine: String(parameter.hasHeader),
        delimiter: parameter.delimiter === '\t' ? '\\t' : parameter.delimiter,
        quotedData: String(parameter.quote !== ''),
        recycle: String(parameter.exhaustion === 'cycle'),
        stopThread: String(parameter.exhaustion === 'stopUser'),
      }
      return [write('CSVDataSet', filename, { values })]
    }
    if (parameter.kind === 'range') {
      const values = {
        'CounterConfig.name': parameter.name,
        'CounterConfig.start': String(parameter.from),
        'CounterConfig.end': String(parameter.to),
        'CounterConfig.incr': String(parameter.step),
        'CounterConfig.format': '0'.repeat(parameter.padding),
        'CounterConfig.per_user': String(parameter.selection !== 'unique'),
      }
      return [write('CounterConfigGui', parameter.name, { values })]
    }
    if (parameter.kind === 'random' && parameter.form === 'integer') {
      const values = {
        variableName: parameter.name,
        minimumValue: String(parameter.from),
        maximumValue: String(parameter.to),
      }
      return [write('RandomVariableConfig', parameter.name, { values })]
    }
    left.add({ key: parameterKey(parameter), testname: namesOf(parameter).join(', ') }, 'noCounterpart')
    return []
  })
}
