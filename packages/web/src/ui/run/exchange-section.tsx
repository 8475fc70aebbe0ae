/** A section of an exchange that is specific to one protocol: a text, names and values, a table, or messages sent and received. */
import type { Exchange } from '@pone/contract/entities/run.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { pairText } from '@pone/protocols/definitions.ts'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { clockText } from '../clock-text.ts'
import { HeaderList } from '../header-list.tsx'
import './exchange-section.css'

type Section = Exchange['sections'][number]
type SectionOf<Kind extends Section['kind']> = Extract<Section, { kind: Kind }>

export function ExchangeSection({
  section,
  protocol,
}: {
  readonly section: Section
  /** Protocol of the exchange: it defines the texts of the section. */
  readonly protocol: string
}) {
  const language = useSession('language')
  switch (section.kind) {
    case 'text':
      return <pre className="exchange-text">{section.text}</pre>
    case 'pairs':
      return (
        <HeaderList
          headers={section.pairs.map((pair): [string, string] => {
            const [name, value] = pairText(protocol, section.key, pair)
            return [name[language], value[language]]
          })}
        />
      )
    case 'table':
      return <Rows section={section} />
    case 'messages':
      return <Messages section={section} />
  }
}

function Rows({ section: { columns, rows, rowCount } }: { readonly section: SectionOf<'table'> }) {
  const t = useT()
  const total = rowCount ?? rows.length
  return (
    <div className="exchange-rows">
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              // Two columns may have the same name; columns are identified by their position.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={index}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // Rows have no id of their own.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {row.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index}>{cell ?? <em>NULL</em>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <small>
          {t('exchange.rowsShown', { shown: formatNumber(rows.length), total: formatNumber(total) })}
        </small>
      )}
    </div>
  )
}

function Messages({ section: { messages } }: { readonly section: SectionOf<'messages'> }) {
  const t = useT()
  return (
    <div className="exchange-rows">
      <table>
        <thead>
          <tr>
            <th>{t('exchange.time')}</th>
            <th>{t('exchange.direction')}</th>
            <th className="is-number">{t('exchange.size')}</th>
            <th>{t('exchange.message')}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map(({ direction, at, isText, text, sizeBytes }, index) => (
            // Messages have no id of their own.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td className="is-number">{clockText(at)}</td>
              <td>{t(`exchange.${direction}`)}</td>
              <td className="is-number">{formatBytes(sizeBytes)}</td>
              <td>
                {!isText && <small>{t('exchange.binary')} </small>}
                {text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
