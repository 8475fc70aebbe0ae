/** Actions on a report: generate it again with other settings, print it, download the JTL, open the log. */
import { DownloadOutlined, FileTextOutlined, PrinterOutlined, SettingOutlined } from '@ant-design/icons'
import type { JmeterReportSettings, JmeterSampleLog } from '@pone/contract/entities/jmeter-report.ts'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { download } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { useIsHistory } from '../../../lib/navigation/history.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { CompareWith } from '../../../ui/run/compare-with.tsx'
import { SettingsDrawer } from './settings-drawer.tsx'

export interface ReportActionsProps {
  readonly run: RunDetail
  readonly logs: readonly JmeterSampleLog[]
  readonly settings: JmeterReportSettings
  readonly canGenerate: boolean
  /** Without a report the main action is to generate one. */
  readonly hasReport: boolean
  readonly isMaking: boolean
  readonly onMake: (settings: JmeterReportSettings) => Promise<unknown>
}

export function ReportActions(props: ReportActionsProps) {
  const { run, logs, settings, canGenerate, hasReport, isMaking, onMake } = props
  const t = useT()
  const projectId = useSession('projectId')
  const isHistory = useIsHistory()
  const [isOpen, setOpen] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const take = (of: { agentId: string; worker: string } | null) => {
    setTaking(true)
    download.jmeterReport
      .samples({ projectId, runId: run.id, ...of })
      .catch(showError)
      .finally(() => setTaking(false))
  }
  return (
    <>
      <ButtonLink to={links.report(run.id)}>{t('jmeterReport.general')}</ButtonLink>
      <ButtonLink
        to={`/pone/atf/projects/jmeterLog${isHistory ? 'History' : ''}?id=${run.id}`}
        icon={<FileTextOutlined />}
      >
        {t('jmeterReport.log')}
      </ButtonLink>
      {canGenerate && logs.length > 0 && (
        <Button icon={<SettingOutlined />} disabled={isMaking} onClick={() => setOpen(true)}>
          {t('jmeterReport.settings')}
        </Button>
      )}
      <CompareWith run={run} isHistory={isHistory} />
      <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
        {t('jmeterReport.print')}
      </Button>
      {logs.length > 0 && (
        <Dropdown
          menu={{
            items: [
              { key: 'all', label: t('jmeterReport.download.all'), onClick: () => take(null) },
              ...logs.map(({ agentId, worker, machine, sizeBytes }) => ({
                key: `${agentId}-${worker}`,
                label: `${machine || t('jmeterReport.machine')} · ${formatBytes(sizeBytes)}`,
                onClick: () => take({ agentId, worker }),
              })),
            ],
          }}
        >
          <Button
            type={hasReport || !canGenerate ? 'primary' : 'default'}
            icon={<DownloadOutlined />}
            loading={isTaking}
          >
            {t('jmeterReport.download')}
          </Button>
        </Dropdown>
      )}
      {isOpen && <SettingsDrawer settings={settings} onClose={() => setOpen(false)} onMake={onMake} />}
    </>
  )
}
