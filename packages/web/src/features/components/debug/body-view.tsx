/** A received body: formatted, raw, or rendered in a frame without scripts. */

import { CopyOutlined } from '@ant-design/icons'
import { formatBytes } from '@pone/metrics/figures.ts'
import { Button, Segmented } from 'antd'
import { Suspense, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { notify } from '../../../lib/notices.ts'
import { writeClipboard } from '../../../ui/editor/copied-text.ts'
import { bodyModes, keptLength } from './body-modes.ts'

const CodeField = lazyPart(async () => ({
  default: (await import('../../../ui/editor/code-field.tsx')).CodeField,
}))

interface BodyViewProps {
  readonly body: string
  readonly contentType: string
  /** Size of the whole body, of which `body` may be the beginning; 0 = what is shown is all. */
  readonly totalBytes: number
}

export function BodyView({ body, contentType, totalBytes }: BodyViewProps) {
  const t = useT()
  const { modes, formatted } = bodyModes(body, contentType)
  const [mode, setMode] = useState(modes[0] ?? 'raw')
  const pretty = mode === 'pretty' ? formatted : null
  if (body === '')
    return (
      <p className="cd-hint">
        {t(totalBytes > 0 ? 'component.debug.bodyLeftOut' : 'component.debug.noBody')}
      </p>
    )
  return (
    <div className="cd-body-view">
      <div className="cd-body-bar">
        <Segmented
          size="small"
          value={mode}
          aria-label={t('component.debug.bodyMode')}
          options={modes.map(value => ({ value, label: t(`component.debug.${value}`) }))}
          onChange={setMode}
        />
        <span className="cd-help">
          {contentType} {totalBytes > 0 && formatBytes(totalBytes)}
        </span>
        <span className="cd-grow" />
        <Button
          size="small"
          type="text"
          icon={<CopyOutlined />}
          onClick={() => {
            void writeClipboard(pretty ?? body).then(isCopied =>
              notify(
                isCopied
                  ? { kind: 'success', text: t('component.copied') }
                  : { kind: 'warning', text: t('component.copyUnsupported') },
              ),
            )
          }}
        >
          {t('action.copy')}
        </Button>
      </div>
      {body.length >= keptLength && (
        <p className="cd-help">{t('component.debug.bodyCut', { size: formatBytes(totalBytes) })}</p>
      )}
      {mode === 'preview' ? (
        // The frame is fully sandboxed: no scripts, no forms, no access to this page.
        <iframe
          title={t('component.debug.preview')}
          sandbox=""
          srcDoc={body}
          className="cd-preview"
          referrerPolicy="no-referrer"
        />
      ) : pretty !== null ? (
        <Suspense fallback={<pre className="cd-raw">{pretty}</pre>}>
          <CodeField
            value={pretty}
            language="json"
            label={t('component.debug.response')}
            isReadOnly
            minHeight={40}
          />
        </Suspense>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        <pre className="cd-raw" tabIndex={0}>
          {body}
        </pre>
      )}
    </div>
  )
}
