/** A section of an exchange that is specific to one protocol: a text, names and values, a table, or messages sent and received. */
import type { Exchange } from '@pone/contract/entities/run.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { pairText } from '@pone/protocols/definitions.ts'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { clockText } from '../clock-text.ts'
import { type FoundCell, FoundText, rangeAt } from '../found-text.tsx'
import { HeaderList } from '../header-list.tsx'
import './exchange-section.css'

type Section = Exchange['sections'][number]
type SectionOf<Kind extends Section['kind']> = Extract<Section, { kind: Kind }>

export function ExchangeSection({
  section,
  protocol,
  found = null,
}: {
  readonly section: Section
  /** Protocol of the exchange: it defines the texts of the section. */
  readonly protocol: string
  /** Marked. */
  readonly found?: FoundCell | null
}) {
  const language = useSession('language')
  switch (section.kind) {
    case 'text':
      return (
        <pre className="exchange-text">
          <FoundText text={section.text} range={rangeAt(found, 0, 0)} />
        </pre>
      )
    case 'pairs':
      return (
        <HeaderList
          found={found}
          headers={section.pairs.map((pair): [string, string] => {
            const [name, value] = pairText(protocol, section.key, pair)
            return [name[language], value[language]]
          })}
        />
      )
    case 'table':
      return <Rows section={section} found={found} />
    case 'messages':
      return <Messages section={section} found={found} />
  }
}

interface SectionProps<Kind extends Section['kind']> {
  readonly section: SectionOf<Kind>
  readonly found: FoundCell | null
}

function Rows({ section: { columns, rows, rowCount }, found }: SectionProps<'table'>) {
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
              <th key={index}>
                <FoundText text={column} range={rangeAt(found, -1, index)} />
              </th>
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
                <td key={index}>
                  {cell === null ? (
                    <em>NULL</em>
                  ) : (
                    <FoundText text={cell} range={rangeAt(found, at, index)} />
                  )}
                </td>
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

function Messages({ section: { messages }, found }: SectionProps<'messages'>) {
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
                <FoundText text={text} range={rangeAt(found, index, 0)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
