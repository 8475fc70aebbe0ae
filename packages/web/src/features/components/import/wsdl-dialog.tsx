/** The dialog that parses a WSDL description and adds requests for the selected operations; all parsing happens in the browser. */
import { InboxOutlined } from '@ant-design/icons'
import { stepOfOperation } from '@pone/plan/wsdl/operation-step.ts'
import { readWsdl, type WsdlOperation } from '@pone/plan/wsdl/read-wsdl.ts'
import { Alert, Modal, Segmented, Table, Upload } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { newId } from '../../../lib/new-id.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { StepCommands } from '../tree/step-commands.ts'

interface WsdlDialogProps {
  readonly commands: StepCommands
  readonly onClose: () => void
}

interface TextFile {
  readonly name: string
  readonly text: string
}

const maxFileBytes = 10_000_000
const placeholders = ['samples', 'templates'] as const
const keyOf = ({ service, port, operation }: WsdlOperation) => `${service} ${port} ${operation}`

export function WsdlDialog({ commands, onClose }: WsdlDialogProps) {
  const t = useT()
  const language = useSession('language')
  const [files, setFiles] = useState<readonly TextFile[]>([])
  const [values, setValues] = useState<(typeof placeholders)[number]>('samples')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const reading = useMemo(() => (files.length === 0 ? null : readWsdl(files, values)), [files, values])
  const operations = reading?.operations ?? []
  const chosen = operations.filter(operation => !left.has(keyOf(operation)))
  const take = async (file: File) => {
    setTooLarge(null)
    if (file.size > maxFileBytes) return setTooLarge(file.name)
    const text = await file.text()
    setFiles(before => [...before.filter(known => known.name !== file.name), { name: file.name, text }])
  }
  return (
    <Modal
      open
      width={820}
      title={t('component.wsdl.title')}
      okText={t('component.wsdl.add', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onCancel={onClose}
      onOk={() => {
        commands.addAll(chosen.map(operation => stepOfOperation(operation, newId())))
        onClose()
      }}
    >
      <Upload.Dragger
        multiple
        accept=".wsdl,.xsd,.xml"
        showUploadList={false}
        beforeUpload={file => {
          void take(file)
          return false
        }}
      >
        <p className="cd-upload-icon">
          <InboxOutlined />
        </p>
        <p>{t('component.wsdl.drop')}</p>
        <p className="cd-help">{t('component.wsdl.dropHelp')}</p>
      </Upload.Dragger>
      {tooLarge !== null && (
        <Alert
          type="error"
          showIcon
          className="cd-upload-fault"
          title={t('component.wsdl.tooLarge', { name: tooLarge })}
        />
      )}
      {files.length > 0 && (
        <p className="cd-help">
          {t('component.wsdl.files', { names: files.map(file => file.name).join(', ') })}
        </p>
      )}
      {reading && reading.problems.length > 0 && (
        <Alert
          type={operations.length === 0 ? 'error' : 'warning'}
          showIcon
          className="cd-upload-fault"
          title={
            <ul className="cd-plain-list">
              {reading.problems.map(({ text }) => (
                <li key={text.en}>{text[language]}</li>
              ))}
            </ul>
          }
        />
      )}
      {operations.length > 0 && (
        <>
          <div className="cd-body-bar cd-wsdl-bar">
            <span>{t('component.wsdl.values')}</span>
            <Segmented
              value={values}
              aria-label={t('component.wsdl.values')}
              options={placeholders.map(value => ({ value, label: t(`component.wsdl.values.${value}`) }))}
              onChange={setValues}
            />
          </div>
          <Table
            size="small"
            rowKey={keyOf}
            dataSource={[...operations]}
            pagination={false}
            scroll={{ y: 280 }}
            rowSelection={{
              selectedRowKeys: chosen.map(keyOf),
              onChange: keys => {
                const kept = new Set(keys.map(String))
                setLeft(new Set(operations.map(keyOf).filter(key => !kept.has(key))))
              },
            }}
            columns={[
              { title: t('component.wsdl.operation'), dataIndex: 'operation', ellipsis: true },
              { title: t('component.wsdl.port'), dataIndex: 'port', ellipsis: true },
              { title: 'SOAP', dataIndex: 'soapVersion', width: 64 },
              { title: t('component.request.url'), dataIndex: 'address', ellipsis: true },
            ]}
          />
        </>
      )}
    </Modal>
  )
}
