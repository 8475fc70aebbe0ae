/** The messages of a request in full: what was sent, and what was received; values in them lead to extractors, checkpoints and their source. */
import { type ComponentProps, type ReactNode, useContext } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { type FoundCell, FoundText, type TextRange } from '../../../ui/found-text.tsx'
import { HeaderList } from '../../../ui/header-list.tsx'
import { contentTypeOf } from '../model/message-headers.ts'
import { pickHeader } from '../pick/pick.ts'
import { PickButtons, usePicking } from '../pick/use-picking.tsx'
import { BodyView } from './body-view.tsx'
import type { ExchangeRow } from './debug-model.ts'
import { FindSource, FindSourceButton, SourceSelection } from './find-source.tsx'
import type { Pattern } from './search-pattern.ts'
import type { Place } from './search-places.ts'

/** A hit of a search; each request to show it is a new object. */
export interface FoundInExchange {
  readonly place: Place
  readonly range: TextRange
  readonly pattern: Pattern
  /** Where it is in a list or table. */
  readonly cell: FoundCell
}

type Part = Pick<Place, 'tab' | 'part'>

const isIn = (found: FoundInExchange | null, { tab, part }: Part): found is FoundInExchange =>
  found?.place.tab === tab && found.place.part === part

/** The found cell if it is in this part. */
export const cellIn = (found: FoundInExchange | null, part: Part): FoundCell | null =>
  isIn(found, part) ? found.cell : null

interface ResponseProps {
  readonly row: ExchangeRow
  /** Shows a field of a step in the editor above. */
  readonly onReveal: ((path: string) => void) | undefined
  readonly found: FoundInExchange | null
}

export function Response({ row: { exchange, stepId }, onReveal, found }: ResponseProps) {
  const t = useT()
  const { responseBody, responseHeaders, responseBytes } = exchange
  const picking = usePicking(stepId, onReveal)
  return (
    <>
      <BodyView
        body={responseBody}
        contentType={contentTypeOf(responseHeaders)}
        totalBytes={responseBytes}
        label={t('component.debug.response')}
        values={
          picking && {
            hint: t('component.pick.hint'),
            actionsOf: pick => <PickButtons picking={picking} pick={pick} />,
          }
        }
        found={isIn(found, { tab: 'response', part: 'body' }) ? found : null}
      />
      <TitledHeaders
        title={t('component.debug.responseHeaders')}
        headers={responseHeaders}
        found={cellIn(found, { tab: 'response', part: 'header' })}
        actions={
          picking &&
          ((name, value) => <PickButtons isSmall picking={picking} pick={pickHeader(name, value)} />)
        }
      />
    </>
  )
}

interface RequestProps extends Pick<ResponseProps, 'found'> {
  readonly exchange: ExchangeRow['exchange']
}

export function Request({ exchange, found }: RequestProps) {
  const t = useT()
  const canFind = useContext(FindSource) !== null
  const { method, url, requestBody, requestHeaders } = exchange
  return (
    <>
      <SourceSelection>
        <div className="cd-request-line cd-mono">
          <b className={`cd-method is-${method}`}>{method}</b>{' '}
          <FoundText text={url} range={cellIn(found, { tab: 'request', part: 'address' })} />
        </div>
        <TitledHeaders
          title={t('component.request.headers')}
          headers={requestHeaders}
          found={cellIn(found, { tab: 'request', part: 'header' })}
          actions={canFind ? (name, value) => <FindSourceButton value={value} name={name} /> : null}
        />
      </SourceSelection>
      {requestBody !== '' && (
        <BodyView
          body={requestBody}
          contentType={contentTypeOf(requestHeaders)}
          totalBytes={0}
          label={t('component.debug.request')}
          values={
            canFind
              ? {
                  hint: t('component.search.sourceHint'),
                  actionsOf: ({ value }) => <FindSourceButton value={value} />,
                }
              : null
          }
          found={isIn(found, { tab: 'request', part: 'body' }) ? found : null}
        />
      )}
    </>
  )
}

interface TitledHeadersProps extends ComponentProps<typeof HeaderList> {
  readonly title: string
}

function TitledHeaders({ title, ...list }: TitledHeadersProps): ReactNode {
  const { headers } = list
  if (headers.length === 0) return null
  return (
    <>
      <h3 className="cd-detail-title">{title}</h3>
      <HeaderList {...list} />
    </>
  )
}
