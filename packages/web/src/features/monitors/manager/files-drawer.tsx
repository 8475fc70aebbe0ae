/** Exporting monitors to a file, and importing them: a trial first, with the reasons of refused rows. */
import { InboxOutlined } from '@ant-design/icons'
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Drawer, Table, Upload } from 'antd'
import { useState } from 'react'
import { api, download } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { monitorsKey } from '../shared/monitor-queries.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'

type Outcome = OutputOf<Calls['monitor']['import']>
type Row = Outcome['rows'][number]

const formats = ['xlsx', 'csv', 'json'] as const

export function FilesDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  const canEdit = useCan('monitor.edit')
  return (
    <Drawer open size={680} title={t('monitor.files')} onClose={onClose}>
      <h2 className="form-section">{t('monitor.export')}</h2>
      <p className="secondary">{t('monitor.exportHelp')}</p>
      <p className="row-actions">
        {formats.map(format => (
          <Button
            key={format}
            onClick={() => {
              download.monitor.export({ projectId, format }).catch(showError)
            }}
          >
            {t(`monitor.export.${format}`)}
          </Button>
        ))}
      </p>
      {canEdit && <Import onDone={onClose} />}
    </Drawer>
  )
}

function Import({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const { file, outcome, isBusy, send } = useImport(onDone)
  return (
    <>
      <h2 className="form-section">{t('monitor.import')}</h2>
      <p className="secondary">{t('monitor.importHelp')}</p>
      <Upload.Dragger
        accept={formats.map(format => `.${format}`).join(',')}
        maxCount={1}
        showUploadList={false}
        height={96}
        disabled={isBusy}
        beforeUpload={chosen => {
          void send(chosen, true)
          return false
        }}
      >
        <p>
          <InboxOutlined /> {file?.name ?? t('monitor.importDrop')}
        </p>
      </Upload.Dragger>
      {file && outcome && (
        <div className="monitor-import" role="status">
          <Alert
            type={outcome.refused > 0 ? 'warning' : 'info'}
            showIcon
            title={t('monitor.importWould', { created: outcome.created, refused: outcome.refused })}
          />
          <ImportRows rows={outcome.rows} />
          <div className="form-actions">
            <Button
              type="primary"
              loading={isBusy}
              disabled={outcome.created === 0}
              onClick={() => void send(file, false)}
            >
              {t('monitor.importCreate', { count: outcome.created })}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

/** A trial creates nothing; what is created afterwards closes the drawer. */
function useImport(onDone: () => void) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (chosen: File, isTrial: boolean) => {
    setBusy(true)
    setFile(chosen)
    if (isTrial) setOutcome(null)
    try {
      const answer = await api.monitor.import({ projectId, isTrial }, { file: chosen })
      if (isTrial) return setOutcome(answer)
      notify({ kind: 'success', text: t('monitor.discoverCreated', { count: answer.created }) })
      await cache.invalidateQueries({ queryKey: monitorsKey })
      onDone()
    } catch (error) {
      setFile(null)
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { file, outcome, isBusy, send }
}

function ImportRows({ rows }: { readonly rows: readonly Row[] }) {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const pages = useRowPages(rows.length, 10)
  return (
    <Table<Row>
      size="small"
      rowKey="row"
      dataSource={[...rows]}
      pagination={pages}
      columns={[
        { key: 'row', title: t('monitor.importRow'), dataIndex: 'row', align: 'right', width: 70 },
        {
          key: 'name',
          title: t('monitor.name'),
          render: (_, { name }) => <span className="monitor-import-name">{name}</span>,
        },
        { key: 'type', title: t('monitor.type'), render: (_, { type }) => types.nameOf({ type }, language) },
        {
          key: 'problems',
          title: t('monitor.importOutcome'),
          width: 240,
          render: (_, { type, isCreated, problems }) =>
            isCreated ? (
              <StatusTag tone="passed">{t('monitor.importGood')}</StatusTag>
            ) : (
              <>
                <StatusTag tone="failed">{t('monitor.importRefused')}</StatusTag>
                {problems.map(({ field, text }) => (
                  <div key={`${field} ${text}`} className="secondary">
                    {field === '' ? text : `${fieldName(field, types.typeOf({ type }), language)}: ${text}`}
                  </div>
                ))}
              </>
            ),
        },
      ]}
    />
  )
}

/** A parameter by the name that the form gives it; other fields as the file writes them. */
function fieldName(field: string, type: MonitorType | undefined, language: Language): string {
  const key = field.replace(/^params\./, '')
  return type?.params.find(param => param.key === key)?.names[language] ?? field
}
