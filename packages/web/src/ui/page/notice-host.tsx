/** Shows the notices of lib/notices.ts: toasts of 5 s, and dialogs for unexpected errors; stays mounted across pages. */
import { errorToastMs } from '@pone/schema/limits.ts'
import { App } from 'antd'
import { useEffect } from 'react'
import { translate } from '../../lib/i18n.ts'
import { onNotice } from '../../lib/notices.ts'
import { AntdTheme } from '../theme/antd-theme.tsx'

const seconds = { error: errorToastMs / 1000, warning: errorToastMs / 1000, success: 3, info: 3 } as const

export function NoticeHost() {
  return (
    <AntdTheme>
      <App component={false} message={{ maxCount: 4 }}>
        <Notices />
      </App>
    </AntdTheme>
  )
}

function Notices() {
  const { message, modal } = App.useApp()
  useEffect(
    () =>
      onNotice(notice => {
        if (notice.kind !== 'dialog') {
          // The same text replaces its toast instead of adding another.
          void message.open({
            type: notice.kind,
            content: notice.text,
            duration: seconds[notice.kind],
            key: notice.text,
          })
          return
        }
        modal.error({
          title: translate('error.dialogTitle'),
          content: (
            <>
              <p>{notice.text}</p>
              {notice.reference && (
                <p>
                  {translate('error.reference')} <code className="code">{notice.reference}</code>
                </p>
              )}
            </>
          ),
          okText: translate('action.close'),
        })
      }),
    [message, modal],
  )
  return null
}
