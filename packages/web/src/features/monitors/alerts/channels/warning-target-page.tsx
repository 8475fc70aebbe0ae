/** Page warningTarget: the channels by which people are told of alerts, with tests and the log of deliveries. */
import { PlusOutlined } from '@ant-design/icons'
import type { AlertChannel, AlertDelivery } from '@pone/contract/entities/alert-channel.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import { ActionsHeading } from '../../../../ui/data-table/actions-heading.tsx'
import { type RowAction, RowActions } from '../../../../ui/data-table/row-actions.tsx'
import { useConfirm } from '../../../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { ShortTable } from '../../../../ui/short-table.tsx'
import { StatusTag } from '../../../../ui/status-tag.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { alertsKey } from '../../shared/monitor-queries.ts'
import { channelsQuery } from '../shared/alert-queries.ts'
import { ChannelDrawer } from './channel-drawer.tsx'
import { DeliveriesDrawer, Result } from './deliveries-drawer.tsx'
import '../alerts.css'

type Opened =
  | { readonly kind: 'nothing' | 'new' }
  | { readonly kind: 'edit' | 'deliveries'; readonly channel: AlertChannel }
  | { readonly kind: 'tested'; readonly channel: AlertChannel; readonly delivery: AlertDelivery }

export function Page() {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const { data, error, refetch } = useQuery(channelsQuery(useProjectId()))
  const [opened, setOpened] = useState<Opened>({ kind: 'nothing' })
  const close = () => setOpened({ kind: 'nothing' })
  return (
    <>
      <PageHeader
        title={t('route.warningTarget')}
        actions={
          canEdit && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'new' })}>
              {t('alert.newChannel')}
            </Button>
          )
        }
      />
      <PageBody>
        {data === undefined ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState rows={6} />
          )
        ) : data.length === 0 ? (
          <EmptyState
            title={t('alert.noChannelsTitle')}
            text={t('alert.noChannelsText')}
            {...(canEdit && { startWith: t('alert.newChannel') })}
          />
        ) : (
          <Channels channels={data} canEdit={canEdit} onOpen={setOpened} />
        )}
      </PageBody>
      {opened.kind === 'new' && <ChannelDrawer channel={null} onClose={close} />}
      {opened.kind === 'edit' && <ChannelDrawer channel={opened.channel} onClose={close} />}
      {opened.kind === 'deliveries' && <DeliveriesDrawer channel={opened.channel} onClose={close} />}
      {opened.kind === 'tested' && (
        <Modal
          open
          footer={<Button onClick={close}>{t('action.close')}</Button>}
          title={t('alert.testedTitle', { name: opened.channel.name })}
          onCancel={close}
        >
          <Result delivery={opened.delivery} />
          {opened.delivery.answer !== '' && <pre className="alert-answer">{opened.delivery.answer}</pre>}
        </Modal>
      )}
    </>
  )
}

function Channels(props: {
  readonly channels: readonly AlertChannel[]
  readonly canEdit: boolean
  readonly onOpen: (opened: Opened) => void
}) {
  const { channels, canEdit, onOpen } = props
  const t = useT()
  const actionsOf = useChannelActions(canEdit, onOpen)
  return (
    <section className="alert-channels" aria-label={t('route.warningTarget')}>
      <ShortTable
        rows={channels}
        rowId={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('alert.name'),
            render: channel => (
              <button
                type="button"
                className="link-button"
                onClick={() => onOpen({ kind: canEdit ? 'edit' : 'deliveries', channel })}
              >
                {channel.name}
              </button>
            ),
          },
          {
            key: 'kind',
            title: t('alert.channelKind'),
            render: ({ kind }) => t(`alert.kind.${kind}`),
          },
          { key: 'host', title: t('alert.host'), render: ({ host }) => <span className="code">{host}</span> },
          {
            key: 'language',
            title: t('alert.channelLanguage'),
            isMinor: true,
            render: ({ language }) => (language === 'zh' ? '中文' : 'English'),
          },
          {
            key: 'isEnabled',
            title: t('alert.isEnabled'),
            render: ({ isEnabled }) => (
              <StatusTag tone={isEnabled ? 'passed' : 'off'}>
                {t(isEnabled ? 'alert.on' : 'alert.off')}
              </StatusTag>
            ),
          },
          {
            key: 'updatedAt',
            title: t('monitor.updatedAt'),
            isMinor: true,
            render: ({ updatedAt }) => <TimeText at={updatedAt} />,
          },
          {
            key: 'actions',
            title: <ActionsHeading />,
            align: 'right',
            render: channel => <RowActions of={channel.name} actions={actionsOf(channel)} shown={2} />,
          },
        ]}
      />
    </section>
  )
}

function useChannelActions(
  canEdit: boolean,
  onOpen: (opened: Opened) => void,
): (channel: AlertChannel) => RowAction[] {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  const test = async (channel: AlertChannel) => {
    const delivery = await api.alert.testChannel({ projectId, id: channel.id })
    onOpen({ kind: 'tested', channel, delivery })
  }
  return channel => {
    const { id, name } = channel
    const deliveries = {
      key: 'deliveries',
      label: t('alert.deliveries'),
      onClick: () => onOpen({ kind: 'deliveries', channel }),
    }
    if (!canEdit) return [deliveries]
    return [
      { key: 'test', label: t('alert.sendTest'), onClick: () => void test(channel).catch(showError) },
      deliveries,
      { key: 'edit', label: t('action.edit'), onClick: () => onOpen({ kind: 'edit', channel }) },
      {
        key: 'delete',
        label: t('action.delete'),
        isDangerous: true,
        onClick: () =>
          confirm({
            title: t('alert.deleteChannelTitle', { name }),
            text: t('alert.deleteChannelText'),
            verb: t('action.delete'),
            onConfirm: async () => {
              await api.alert.deleteChannels({ projectId, ids: [id] })
              notify({ kind: 'success', text: t('notice.deleted') })
              await cache.invalidateQueries({ queryKey: alertsKey })
            },
          }),
      },
    ]
  }
}
