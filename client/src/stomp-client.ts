// STOMP itself, in a file of its own: no screen waits for the live connection, so the page imports it later.
import { Client, type StompConfig } from '@stomp/stompjs';

export const createStompClient = (config: StompConfig): Client => new Client(config);
