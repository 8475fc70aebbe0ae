/** /pone/atf/license: limits of the licence, their use, its file and its history. */
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { communityUsers, type LicenceStatus } from '@pone/contract/entities/licence.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { formatInstant } from '../../ui/format.ts'
import { useConfirm } from '../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { LicenceDetails, LicenceStateTag } from './licence-details.tsx'
import { LicenceFigures } from './licence-figures.tsx'
import { LicenceHistory } from './licence-history.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const refreshMs = 10_000

export function Page() {
  const t = useT()
  const [isUploading, setUploading] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['licence', 'status'],
    queryFn: ({ signal }) => api.licence.get({}, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <>
      <PageHeader
        title={t('route.license')}
        note={data && <LicenceStateTag licence={data} />}
        actions={
          <>
            {data && data.state !== 'community' && <RemoveButton licence={data} />}
            <Button
              type="primary"
              icon={<UploadOutlined />}
              disabled={!data}
              onClick={() => setUploading(true)}
            >
              {t('licence.install')}
            </Button>
          </>
        }
      />
      <PageBody>
        {data ? (
          <>
            <Warnings licence={data} />
            <LicenceFigures licence={data} />
            <LicenceDetails licence={data} />
            <LicenceHistory />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )}
      </PageBody>
      {isUploading && data && <UploadDialog current={data} onClose={() => setUploading(false)} />}
    </>
  )
}

function Warnings({ licence }: { readonly licence: LicenceStatus }) {
  const t = useT()
  const { state } = licence
  const isBlocked = state !== 'community' && state !== 'valid'
  return (
    <>
      {isBlocked && (
        <Alert className="licence-alert" type="error" showIcon title={t(`licence.blocked.${state}`)} />
      )}
      {licence.isClockTurnedBack && (
        <Alert
          className="licence-alert"
          type="warning"
          showIcon
          title={t('licence.clock', { at: formatInstant(licence.judgedAt) })}
        />
      )}
    </>
  )
}

function RemoveButton({ licence }: { readonly licence: LicenceStatus }) {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  return (
    <Button
      icon={<DeleteOutlined />}
      onClick={() =>
        confirm({
          title: t('licence.removeTitle', {
            holder: licence.grant?.holder ?? t(`licence.state.${licence.state}`),
          }),
          text: t('licence.removeText', { users: formatNumber(communityUsers) }),
          verb: t('licence.remove'),
          onConfirm: async () => {
            await api.licence.remove()
            notify({ kind: 'success', text: t('licence.removed') })
            await client.invalidateQueries({ queryKey: ['licence'] })
          },
        })
      }
    >
      {t('licence.remove')}
    </Button>
  )
}
