/** Reads the rows of all parameters that come from databases, once per machine and before a run's processes start. */
import { CauseError } from '@pone/contract/told-cause.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { namesOf, type RowParameter, tableProtocol } from '@pone/plan/parameters/parameters.ts'
import { protocolClient } from '@pone/protocols/clients.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { maxTableLength } from '@pone/schema/limits.ts'
import { componentScope, networkOf } from '../network.ts'
import { compileTemplate } from '../templates.ts'
import { type Tables, tableKey } from './table.ts'

type TableParameter = Extract<RowParameter, { kind: 'table' }>

interface NamedComponent {
  readonly name: string
  readonly document: ComponentDocument
}

/** Rows by parameter; connections use the components' settings. @throws CauseError naming component and parameter */
export async function readTables(
  components: readonly NamedComponent[],
  filePaths: Readonly<Record<string, string>>,
): Promise<Tables> {
  const tables: Record<string, string[][]> = {}
  for (const [position, component] of components.entries()) {
    for (const parameter of component.document.parameters) {
      if (parameter.kind !== 'table') continue
      tables[tableKey(position, parameter)] = await readOne(parameter, component, filePaths)
    }
  }
  return tables
}

async function readOne(
  parameter: TableParameter,
  { name, document }: NamedComponent,
  filePaths: Readonly<Record<string, string>>,
): Promise<string[][]> {
  const template = (text: string) => compileTemplate(text, () => undefined)
  const options = { name, document, filePaths }
  const scope = componentScope(options, template)
  const text = (source: string) => template(source).evaluate(scope)
  const { database, maxRows, timeoutSeconds } = parameter
  try {
    const client = protocolClient(tableProtocol)
    if (client.readTable === undefined) throw new Error(`the protocol ${tableProtocol} has no tables`)
    return await client.readTable({
      source: {
        ...database,
        host: text(database.host).trim(),
        database: text(database.database).trim(),
        user: text(database.user).trim(),
        password: text(database.password),
      },
      query: text(parameter.query),
      network: networkOf(options, template),
      limits: { maxRows, maxLength: maxTableLength },
      timeoutMs: timeoutSeconds * 1_000,
    })
  } catch (error) {
    const title = namesOf(parameter).join(', ')
    const params = { component: name, parameter: title, reason: errorText(error) }
    throw new CauseError('tableNotRead', params, '', { cause: error })
  }
}
