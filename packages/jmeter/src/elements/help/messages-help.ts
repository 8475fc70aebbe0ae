/** Help for JMS and mail. */
import type { HelpTable } from './table.ts'

export const messagesHelp: HelpTable = {
  'jms.jndi_properties': [
    '从类路径上的 jndi.properties 读取连接设置，忽略下面两项。',
    'Reads the connection from jndi.properties on the class path, in place of the fields below.',
  ],
  'jms.initial_context_factory': [
    '消息中间件的 JNDI 类，例如 org.apache.activemq.jndi.ActiveMQInitialContextFactory。',
    'JNDI class of the broker, for example org.apache.activemq.jndi.ActiveMQInitialContextFactory.',
  ],
  'jms.provider_url': [
    '消息中间件的地址，例如 tcp://10.0.0.8:61616。',
    'Address of the broker, for example tcp://10.0.0.8:61616.',
  ],
  'jms.connection_factory': [
    '连接工厂的 JNDI 名称，例如 ConnectionFactory。',
    'JNDI name of the connection factory, for example ConnectionFactory.',
  ],
  'jms.topic': [
    '主题或队列的 JNDI 名称，例如 dynamicTopics/orders。',
    'JNDI name of the topic or queue, for example dynamicTopics/orders.',
  ],
  'jms.authenticate': ['连接时使用下面的用户名和密码。', 'Connects with the user and password below.'],
  'jms.iterations': [
    '一个样本包含多少条消息，默认 1。消息很快时增大，可以减少样本数。',
    'Messages in one sample, 1 by default. More messages make fewer samples where messages are fast.',
  ],
  jms_error_reconnect_on_codes: [
    '出现这些 JMS 错误码时重新连接，正则表达式。',
    'Regular expression of JMS error codes after which the client connects again.',
  ],
  'jms.destination_static': [
    '只在启动时查找目标；目标名含变量时请关闭。',
    'Looks the destination up once. Turn it off if its name contains variables.',
  ],
  'jms.expiration': [
    '消息超过这个时间未被消费就丢弃。留空或 0 表示不过期。',
    'The broker drops the message after this time. Empty or 0 = never.',
  ],
  'jms.priority': ['0 到 9，越大越先投递，默认 4。', 'From 0 to 9, higher first, 4 by default.'],
  'jms.non_persistent': [
    '消息不写入磁盘，更快，但中间件重启时会丢失。',
    'Messages are not written to disk: faster, but lost when the broker restarts.',
  ],
  'jms.config_choice': [
    '消息内容取自下面的文本、一个文件，还是目录中的随机文件。',
    'Takes the message from the text below, from a file, or from a random file of a folder.',
  ],
  'jms.config_msg_type': [
    'JMS 消息的类型，须与消费方一致。',
    'Type of the JMS message, as consumers expect it.',
  ],
  'jms.file_encoding': [
    '读取消息文件的编码。留空为系统编码，RAW 表示按原样。',
    'Encoding of message files. Empty = that of the system, RAW = as they are.',
  ],
  'jms.text_message': ['消息内容，可以引用变量。', 'Content of the message; variables are allowed.'],
  'jms.input_file': ['内容作为消息发送的文件。', 'File whose content is sent.'],
  'jms.random_path': ['每次从这个目录随机取一个文件发送。', 'Each message is a random file of this folder.'],
  'jms.jmsProperties/JMSProperties.properties': [
    '消息的属性，类型须与值一致。',
    'Properties of the message; the type must fit the value.',
  ],
  'jms.durableSubscriptionId': [
    '持久订阅的名称，断开期间的消息也会收到。留空为普通订阅。',
    'Name of a durable subscription, which also gets messages sent while it was away. Empty = not durable.',
  ],
  'jms.clientId': [
    '客户端标识，持久订阅时必填且不能重复。',
    'Identifies the client; required and unique for durable subscriptions.',
  ],
  'jms.selector': [
    "只接收属性符合条件的消息，例如 region = 'north'。",
    "Only messages whose properties match are received, for example region = 'north'.",
  ],
  'jms.read_response': [
    '把消息内容保存在样本中；压测时关闭可节省内存。',
    'Keeps message contents in the sample. Off saves memory under load.',
  ],
  'jms.timeout': [
    '等待消息最多多久。留空或 0 表示一直等待。',
    'The longest wait for a message. Empty or 0 = no limit.',
  ],
  'jms.client_choice': [
    'receive() 在取样时等待消息；onMessage() 在后台一直接收。',
    'receive() waits within the sample; onMessage() receives all the time.',
  ],
  'jms.stop_between_samples': [
    '两次取样之间断开订阅，期间的消息收不到。',
    'Unsubscribes between samples; messages sent meanwhile are missed.',
  ],
  'jms.separator': ['一个样本含多条消息时，内容之间的分隔文字。', 'Text between the messages of one sample.'],
  jms_error_pause_between: [
    '出错后等待多久再继续，避免反复快速重连。',
    'Pause after an error, so that the client does not reconnect too fast.',
  ],
  'JMSSampler.queueconnectionfactory': [
    '队列连接工厂的 JNDI 名称，例如 ConnectionFactory。',
    'JNDI name of the queue connection factory, for example ConnectionFactory.',
  ],
  'JMSSampler.SendQueue': ['发送请求消息的队列的 JNDI 名称。', 'JNDI name of the queue for requests.'],
  'JMSSampler.ReceiveQueue': [
    '接收响应的队列。留空时用临时队列。',
    'Queue for answers. Empty = a temporary queue.',
  ],
  'JMSSampler.communicationStyle': [
    '只发送不等待，或发送后等待响应；也可以只读取、浏览或清空队列。',
    'Sends only, or waits for the answer; reads, browses or clears a queue.',
  ],
  'JMSSampler.jmsSelector': [
    '只接收属性符合条件的消息。',
    'Only messages whose properties match are received.',
  ],
  'JMSSampler.useReqMsgIdAsCorrelId': [
    '响应的关联 ID 等于请求的消息 ID；关闭时等于请求的关联 ID。',
    'Answers carry the message id of the request. Off: its correlation id.',
  ],
  'JMSSampler.useResMsgIdAsCorrelId': [
    '用响应的消息 ID 与请求对应；关闭时用关联 ID。',
    'Answers are matched by their message id. Off: by their correlation id.',
  ],
  'JMSSampler.timeout': [
    '等待响应最多多久，默认 2000。',
    'The longest wait for the answer, 2,000 by default.',
  ],
  'JMSSampler.expiration': [
    '消息超过这个时间未被消费就丢弃。留空或 0 表示不过期。',
    'The broker drops the message after this time. Empty or 0 = never.',
  ],
  'JMSSampler.priority': ['0 到 9，越大越先投递，默认 4。', 'From 0 to 9, higher first, 4 by default.'],
  'JMSSampler.isNonPersistent': [
    '消息不写入磁盘，更快，但中间件重启时会丢失。',
    'Messages are not written to disk: faster, but lost when the broker restarts.',
  ],
  'JMSSampler.jmsNumberOfSamplesToAggregate': [
    '一个样本包含多少条消息，默认 1。',
    'Messages in one sample, 1 by default.',
  ],
  'JMSSamplerGui:HTTPSamper.xml_data': ['请求消息的内容。', 'Content of the request message.'],
  'JMSSampler.initialContextFactory': ['消息中间件的 JNDI 类。', 'JNDI class of the broker.'],
  'JMSSampler.contextProviderUrl': [
    '消息中间件的地址，例如 tcp://10.0.0.8:61616。',
    'Address of the broker, for example tcp://10.0.0.8:61616.',
  ],
  'JMSSampler.jndiProperties/Arguments.arguments': [
    'JNDI 的其他设置，例如 queue.名称。',
    'Further JNDI settings, for example queue.name.',
  ],
  'arguments/JMSProperties.properties': [
    '消息的属性，类型须与值一致。',
    'Properties of the message; the type must fit the value.',
  ],
  'SMTPSampler.server': ['SMTP 服务器的主机名或 IP。', 'Host name or IP address of the SMTP server.'],
  'SMTPSampler.serverPort': [
    '留空时为 25，SSL 为 465，StartTLS 为 587。',
    'Empty = 25, or 465 with SSL and 587 with StartTLS.',
  ],
  'SMTPSampler.serverConnectionTimeout': [
    '建立连接最多等待多久。留空表示不限。',
    'The longest wait for a connection. Empty = no limit.',
  ],
  'SMTPSampler.serverTimeout': [
    '等待服务器应答最多多久。留空表示不限。',
    'The longest wait for an answer. Empty = no limit.',
  ],
  'SMTPSampler.mailFrom': ['发件人的邮箱地址。', 'Mail address of the sender.'],
  'SMTPSampler.replyTo': [
    '收件人回复时使用的地址，多个用分号分隔。',
    'Addresses for replies, separated by semicolons.',
  ],
  'SMTPSampler.receiverTo': ['多个地址用分号分隔。', 'Several addresses are separated by semicolons.'],
  'SMTPSampler.receiverCC': ['多个地址用分号分隔。', 'Several addresses are separated by semicolons.'],
  'SMTPSampler.receiverBCC': [
    '多个地址用分号分隔，其他收件人看不到。',
    'Several addresses are separated by semicolons; other receivers do not see them.',
  ],
  'SMTPSampler.useAuth': [
    '用下面的用户名和密码登录 SMTP 服务器。',
    'Signs in to the SMTP server with the username and password below.',
  ],
  'SMTPSampler.useSSL': [
    '一开始就加密连接，一般用 465 端口。',
    'Encrypts from the first byte, usually on port 465.',
  ],
  'SMTPSampler.useStartTLS': [
    '先明文连接，再升级为加密，一般用 587 端口。',
    'Begins in plain text and then encrypts, usually on port 587.',
  ],
  'SMTPSampler.enforceStartTLS': [
    '服务器不支持 StartTLS 时失败，而不是明文发送。',
    'Fails where the server has no StartTLS, in place of sending in plain text.',
  ],
  'SMTPSampler.trustAllCerts': [
    '不验证服务器证书，只用于测试环境。',
    'Does not verify the server’s certificate; for test environments only.',
  ],
  'SMTPSampler.useLocalTrustStore': [
    '只信任下面文件中的证书。',
    'Trusts only the certificates of the file below.',
  ],
  'SMTPSampler.trustStoreToUse': ['Java 信任库（.jks）文件。', 'A truststore of Java (.jks).'],
  'SMTPSampler.tlsProtocols': [
    '允许的协议，用空格分隔，例如 TLSv1.2 TLSv1.3。留空用 Java 的默认值。',
    'Allowed protocols, separated by spaces, for example TLSv1.2 TLSv1.3. Empty = those of Java.',
  ],
  'SMTPSampler.subject': ['邮件的主题，可以引用变量。', 'Subject of the message; variables are allowed.'],
  'SMTPSampler.suppressSubject': [
    '邮件中没有 Subject 头，与空主题不同。',
    'The message has no Subject header, which differs from an empty one.',
  ],
  'SMTPSampler.include_timestamp': [
    '在主题后加上发送时刻，便于辨认每封邮件。',
    'Adds the time of sending to the subject, so that messages can be told apart.',
  ],
  'SMTPSampler.headerFields': ['附加的邮件头。', 'Further headers of the message.'],
  'SMTPSampler.message': ['邮件正文，可以引用变量。', 'Text of the message; variables are allowed.'],
  'SMTPSampler.plainBody': [
    '以 text/plain 发送，而不是 multipart。',
    'Sends text/plain in place of multipart.',
  ],
  'SMTPSampler.attachFile': [
    '要附加的文件，请先上传到组件。',
    'Files to attach; upload them to the component first.',
  ],
  'SMTPSampler.use_eml': [
    '按原样发送下面的 .eml 文件，忽略主题、正文和附件。',
    'Sends the .eml file below as it is, without subject, text and attachments above.',
  ],
  'SMTPSampler.emlMessageToSend': ['完整的邮件文件，含邮件头。', 'A complete message with its headers.'],
  'SMTPSampler.messageSizeStatistics': [
    '在样本中记录邮件大小。',
    'Adds the size of the message to the sample.',
  ],
  'SMTPSampler.enableDebug': [
    '把 SMTP 会话写入 JMeter 日志，只用于排查。',
    'Writes the SMTP session into the log of JMeter, for debugging only.',
  ],
  host_type: [
    '读取邮件的协议，带 s 的加密。',
    'Protocol that reads the mails; those with “s” are encrypted.',
  ],
  'MailReaderSamplerGui:host': ['邮件服务器的主机名或 IP。', 'Host name or IP address of the mail server.'],
  'MailReaderSamplerGui:port': ['留空为协议的默认端口。', 'Empty = the usual port of the protocol.'],
  folder: ['POP3 只有 INBOX。', 'POP3 has INBOX only.'],
  num_messages: ['最多读取多少封。', 'The most messages to read.'],
  headerOnly: ['不下载正文和附件。', 'Does not load text and attachments.'],
  'MailReaderSamplerGui:delete': [
    '读取后从服务器删除，不能恢复。',
    'Deletes messages from the server after reading; they cannot be restored.',
  ],
  storeMimeMessage: [
    '把邮件原文作为响应内容，而不解析各部分。',
    'The response is the raw message in place of its parts.',
  ],
}
