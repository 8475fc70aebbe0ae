/** All details of one operation record. */

import type { OperationRecord } from '@pone/contract/entities/operation-record.ts'
import { appErrorText, type ErrorCode, type ErrorParams, errorCatalogue } from '@pone/contract/errors.ts'
import { noValue } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { Descriptions, Drawer } from 'antd'
import { useActionText, useActorText } from '../../lib/actions.ts'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { OutcomeTag } from './outcome-tag.tsx'
import './record-drawer.css'

export function RecordDrawer({
  record,
  onClose,
}: {
  readonly record: OperationRecord
  readonly onClose: () => void
}) {
  const t = useT()
  const actionText = useActionText()
  const actorText = useActorText()
  const language = useSession('language')
  const { errorCode, errorParams } = record
  return (
    <Drawer className="record-drawer" open title={actionText(record.action)} size={640} onClose={onClose}>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'at', label: t('record.at'), children: <TimeText at={record.at} withSeconds /> },
          { key: 'account', label: t('user.account'), children: actorText(record) || noValue },
          ...(record.apiToken === null
            ? []
            : [{ key: 'apiToken', label: t('record.apiToken'), children: record.apiToken }]),
          { key: 'target', label: t('record.target'), children: record.target || noValue },
          { key: 'project', label: t('record.project'), children: record.projectName ?? noValue },
          { key: 'from', label: t('record.from'), children: record.from || noValue },
          {
            key: 'outcome',
            label: t('record.outcome'),
            children: <OutcomeTag outcome={record.outcome} />,
          },
          ...(errorCode === null
            ? []
            : [
                {
                  key: 'error',
                  label: t('record.errorCode'),
                  children: reasonOf(errorCode, errorParams, language),
                },
              ]),
        ]}
      />
      <Value title={t('record.before')} value={record.before} />
      <Value title={t('record.after')} value={record.after} />
    </Drawer>
  )
}

/** The code itself when this version does not know it; records before 0.9.0 have no parameters, only the text around them. */
function reasonOf(code: string, params: ErrorParams | null, language: Language): string {
  if (!isErrorCode(code)) return code
  const text = appErrorText(code, params ?? {}, language)
  return params === null ? text.replaceAll(/\{\w+\}/g, '…') : text
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

function Value({ title, value }: { readonly title: string; readonly value: unknown }) {
  const t = useT()
  return (
    <section>
      <h2 className="section-title">{title}</h2>
      {value === null || value === undefined ? (
        <p className="faint">{t('record.nothing')}</p>
      ) : (
        <pre className="record-value code">{JSON.stringify(value, null, 2)}</pre>
      )}
    </section>
  )
}
