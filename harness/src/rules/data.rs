//! What is carried comes through (§3.2.5, §4.1, §5.1, §5.7).

use super::rules;

rules! { DATA:
    PARTS_SURVIVE = "parts-survive" House "§4.1.6, §5.1"
        "a part in a history is the part that was sent, with its content, name, media type and metadata";
    PARTS_ARE_READ = "parts-read" Must "§4.1.6, §3.1.1"
        "each of the four kinds of part is taken, or refused as a content that the agent does not take";
    UNKNOWN_MEMBERS_ARE_IGNORED = "unknown-members-ignored" Should "§5.7"
        "a member that nobody knows changes nothing";
    VALUES_SURVIVE = "values-survive" Must "§4.1.6, §3.2.5"
        "data and metadata in a history hold the values that were sent, also those that say nothing";
    MESSAGES_NAME_THEIR_TASK = "message-in-context" Must "§4.1.4, §3.4"
        "a message that names a task or a context names those that it stands in";
    AGENT_MESSAGES_SAY_WHERE = "message-names-task" House "§4.1.4, §3.4"
        "a message that the agent made for a task names the task and its context";
    MESSAGE_IDS_ARE_UNIQUE = "message-ids-unique" Must "§4.1.4"
        "no two messages have one id: not in a history, and not of the agent's for two tasks";
}
