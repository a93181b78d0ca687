"""A small agent on the official Python SDK, for the judge to be tested on.

`agent.py [PORT]` listens on 127.0.0.1 and says where. It ends with its standard input, so that it outlives no test.
$WEBHOOKS is the one internal address that it calls back, such as http://127.0.0.1:7070/. The first word of a task's first message says what the agent does with it. Below /minimal there is a second agent
without streaming, push notifications and extended card.
"""

import asyncio
import os
import socket
import sys
import threading

import httpx
import uvicorn
from a2a.helpers.proto_helpers import new_task_from_user_message, new_text_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import (
    BasePushNotificationSender,
    InMemoryPushNotificationConfigStore,
    InMemoryTaskStore,
    TaskUpdater,
)
from a2a.types.a2a_pb2 import AgentCard, AgentSkill
from a2a.utils.push_url_validator import validate_push_notification_url
from google.protobuf.json_format import ParseDict
from starlette.applications import Starlette
from starlette.authentication import AuthCredentials, AuthenticationBackend, AuthenticationError, SimpleUser
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Mount

RECEIVER = os.environ['WEBHOOKS']
USERS = {'alice-token': 'alice', 'bob-token': 'bob', 'premium-token': 'premium'}


class Agent(AgentExecutor):
    """Does what the first word says."""

    async def execute(self, context, queue):
        word = context.get_user_input().split(' ')[0]
        if word == 'reply' and not context.current_task:
            await queue.enqueue_event(new_text_message('hello', context_id=context.context_id))
            return

        task = context.current_task
        if not task:
            task = new_task_from_user_message(context.message)
            await queue.enqueue_event(task)
        work = TaskUpdater(queue, task.id, task.context_id)

        def say(text):
            return work.new_agent_message([new_text_part(text)])

        async def finish():
            await work.add_artifact([new_text_part('done')], artifact_id='result', last_chunk=True)
            await work.complete()

        match 'answered' if context.current_task else word:
            case 'stream':
                await stream(work, say)
            case 'slow':
                await work.start_work()
                await asyncio.sleep(0.3)
                await finish()
            case 'hold':
                await work.start_work()
                await asyncio.sleep(60)
                await finish()
            case 'ask':
                await work.requires_input(say('which one?'))
            case 'authorize':
                await work.requires_auth(say('please let me read your calendar'))
            case 'reject':
                await work.reject(say('not this'))
            case 'fail':
                await work.start_work()
                await work.failed(say('it broke'))
            case _:
                await work.start_work()
                await finish()

    async def cancel(self, context, queue):
        await TaskUpdater(queue, context.task_id, context.context_id).cancel()


async def stream(work, say):
    async def chunk(text, append, last):
        # Apart in time, so that timestamps of a millisecond tell them apart and readers keep up.
        await asyncio.sleep(0.02)
        await work.add_artifact([new_text_part(text)], artifact_id='result', append=append, last_chunk=last)

    await work.start_work()
    await chunk('one ', False, False)
    await chunk('two ', True, False)
    await asyncio.sleep(0.02)
    await work.start_work(say('nearly there'))
    await chunk('three', True, True)
    await asyncio.sleep(0.02)
    await work.complete()


def card(base, whole):
    return ParseDict(
        {
            'name': 'python', 'description': 'Does what the first word says', 'version': '1.0.0',
            'supportedInterfaces': [
                {'url': f'{base}/rpc', 'protocolBinding': 'JSONRPC', 'protocolVersion': '1.0'},
                {'url': f'{base}/rest', 'protocolBinding': 'HTTP+JSON', 'protocolVersion': '1.0'},
            ],
            'capabilities': {'streaming': whole, 'pushNotifications': whole, 'extendedAgentCard': whole},
            'securitySchemes': {'bearer': {'httpAuthSecurityScheme': {'scheme': 'Bearer'}}},
            'securityRequirements': [{'schemes': {'bearer': {'list': []}}}],
            'defaultInputModes': ['text/plain'], 'defaultOutputModes': ['text/plain'],
            'skills': [{'id': 'obey', 'name': 'obey', 'description': 'Does what it is told', 'tags': ['test']}],
        },
        AgentCard(),
    )


async def extended(public, context):
    card = AgentCard()
    card.CopyFrom(public)
    if context.user.user_name == 'premium':
        card.skills.append(AgentSkill(id='secret', name='secret', description='For few', tags=['test']))
    return card


async def may_be_called(url):
    # The receiver of a test is on loopback, which the SDK's own guard refuses.
    return url.startswith(RECEIVER) or await validate_push_notification_url(url)


def routes(base, whole):
    public = card(base, whole)
    configs = InMemoryPushNotificationConfigStore()
    client = httpx.AsyncClient(trust_env=False)
    sender = BasePushNotificationSender(client, configs, push_url_validator=may_be_called)
    handler = DefaultRequestHandler(
        agent_executor=Agent(),
        task_store=InMemoryTaskStore(),
        agent_card=public,
        push_config_store=configs if whole else None,
        push_sender=sender if whole else None,
        push_url_validator=may_be_called,
        extended_agent_card=public if whole else None,
        extended_card_modifier=extended,
        validate_input_modes=True,
    )
    return [
        *create_agent_card_routes(public, cache_control='max-age=60'),
        *create_jsonrpc_routes(handler, '/rpc'),
        *create_rest_routes(handler, path_prefix='/rest'),
    ]


class Bearer(AuthenticationBackend):
    """Lets known users in, and everybody to the card."""

    async def authenticate(self, request):
        if request.url.path.endswith('/.well-known/agent-card.json'):
            return None
        scheme, _, token = request.headers.get('authorization', '').partition(' ')
        if scheme.lower() != 'bearer' or token not in USERS:
            raise AuthenticationError('who are you?')
        return AuthCredentials(), SimpleUser(USERS[token])


def turned_away(_, why):
    error = {'code': 401, 'status': 'UNAUTHENTICATED', 'message': str(why)}
    return JSONResponse({'error': error}, status_code=401, headers={'WWW-Authenticate': 'Bearer'})


def end_with_standard_input():
    sys.stdin.buffer.read()
    os._exit(0)


def main():
    listener = socket.create_server(('127.0.0.1', int(sys.argv[1]) if len(sys.argv) > 1 else 0))
    origin = f'http://127.0.0.1:{listener.getsockname()[1]}'
    app = Starlette(
        # The minimal agent first: a route of the whole one takes /minimal for a tenant.
        routes=[Mount('/minimal', routes=routes(f'{origin}/minimal', False)), *routes(origin, True)],
        middleware=[Middleware(AuthenticationMiddleware, backend=Bearer(), on_error=turned_away)],
    )
    threading.Thread(target=end_with_standard_input, daemon=True).start()
    print(origin, flush=True)
    config = uvicorn.Config(app, log_level='warning', timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[listener])


main()
