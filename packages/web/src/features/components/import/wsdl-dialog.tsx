/** The dialog that parses a WSDL description and adds requests for the selected operations; all parsing happens in the browser. */
import { InboxOutlined } from '@ant-design/icons'
import { stepOfOperation } from '@pone/plan/wsdl/operation-step.ts'
import { Alert, Segmented, Table, Upload } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { newId } from '../../../lib/new-id.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import type { StepCommands } from '../tree/step-commands.ts'
import { keyOf, placeholders, useWsdl, type WsdlImport } from './use-wsdl.ts'

interface WsdlDialogProps {
  readonly commands: Pick<StepCommands, 'addAll'>
  readonly onClose: () => void
}

export function WsdlDialog({ commands, onClose }: WsdlDialogProps) {
  const t = useT()
  const wsdl = useWsdl()
  const { chosen, fileNames, operations, problems } = wsdl
  return (
    <FormDialog
      width={820}
      title={t('component.wsdl.title')}
      okText={t('component.wsdl.add', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 }}
      isChanged={operations.length > 0}
      onClose={onClose}
      onOk={() => {
        commands.addAll(chosen.map(operation => stepOfOperation(operation, newId())))
        onClose()
      }}
    >
      <FileDrop onFile={wsdl.take} />
      {wsdl.tooLarge !== null && (
        <Alert
          type="error"
          showIcon
          className="cd-upload-fault"
          title={t('component.wsdl.tooLarge', { name: wsdl.tooLarge })}
        />
      )}
      {fileNames.length > 0 && (
        <p className="cd-help">{t('component.wsdl.files', { names: fileNames.join(', ') })}</p>
      )}
      {problems.length > 0 && <ReadingProblems problems={problems} isFatal={operations.length === 0} />}
      {operations.length > 0 && <OperationChoice wsdl={wsdl} />}
    </FormDialog>
  )
}

function FileDrop({ onFile }: { readonly onFile: WsdlImport['take'] }) {
  const t = useT()
  return (
    <Upload.Dragger
      multiple
      accept=".wsdl,.xsd,.xml"
      showUploadList={false}
      beforeUpload={file => {
        void onFile(file)
        return false
      }}
    >
      <p className="cd-upload-icon">
        <InboxOutlined />
      </p>
      <p>{t('component.wsdl.drop')}</p>
      <p className="cd-help">{t('component.wsdl.dropHelp')}</p>
    </Upload.Dragger>
  )
}

interface ReadingProblemsProps extends Pick<WsdlImport, 'problems'> {
  /** No operation was found. */
  readonly isFatal: boolean
}

function ReadingProblems({ problems, isFatal }: ReadingProblemsProps) {
  const language = useSession('language')
  return (
    <Alert
      type={isFatal ? 'error' : 'warning'}
      showIcon
      className="cd-upload-fault"
      title={
        <ul className="cd-plain-list">
          {problems.map(({ text }) => (
            <li key={text.en}>{text[language]}</li>
          ))}
        </ul>
      }
    />
  )
}

/** The operations to select, and the kind of placeholder values. */
function OperationChoice({ wsdl }: { readonly wsdl: WsdlImport }) {
  const t = useT()
  const pages = useRowPages(wsdl.operations.length)
  return (
    <>
      <div className="cd-body-bar cd-wsdl-bar">
        <span>{t('component.wsdl.values')}</span>
        <Segmented
          value={wsdl.values}
          aria-label={t('component.wsdl.values')}
          options={placeholders.map(value => ({ value, label: t(`component.wsdl.values.${value}`) }))}
          onChange={wsdl.setValues}
        />
      </div>
      <Table
        size="small"
        rowKey={keyOf}
        dataSource={[...wsdl.operations]}
        pagination={pages}
        scroll={{ y: 280 }}
        rowSelection={{
          // The box in the head selects one page.
          ...(pages !== false && { selections: [Table.SELECTION_ALL, Table.SELECTION_NONE] }),
          selectedRowKeys: wsdl.chosen.map(keyOf),
          onChange: keys => wsdl.choose(keys.map(String)),
        }}
        columns={[
          { title: t('component.wsdl.operation'), dataIndex: 'operation', ellipsis: true },
          { title: t('component.wsdl.port'), dataIndex: 'port', ellipsis: true },
          { title: 'SOAP', dataIndex: 'soapVersion', width: 64 },
          { title: t('component.request.url'), dataIndex: 'address', ellipsis: true },
        ]}
      />
    </>
  )
}
