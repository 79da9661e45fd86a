//! A customer who has signed up.

use plumbline::random;
use serde_json::{Value, json};

use super::{Answer, TestServer};

/// A logged-in customer of a server.
#[derive(Clone, Debug)]
pub struct Customer<'a> {
    pub server: &'a TestServer,
    pub email: String,
    pub password: String,
    pub token: String,
    /// The user ID, eight digits.
    pub user_id: String,
    pub invite_code: String,
}

impl TestServer {
    /// A customer with only a known session.
    pub fn with_token(&self, token: &str) -> Customer<'_> {
        let (unknown, token) = (String::new, token.to_owned());
        let (email, password, user_id, invite_code) = (unknown(), unknown(), unknown(), unknown());
        Customer { server: self, email, password, token, user_id, invite_code }
    }

    /// Registers a new customer: requests the code, reads it in the outbox, registers.
    pub async fn register(&self) -> Customer<'_> {
        let email = format!("customer-{:016x}@plumbline.example", random::number());
        self.register_as(&email, "correct horse", None).await
    }

    /// Registers with this address and password, invited by the owner of `invite_code`.
    pub async fn register_as(&self, email: &str, password: &str, invite_code: Option<&str>) -> Customer<'_> {
        self.call("POST /getEmailCode", json!({ "email": email, "scene": "register" })).await.ok();
        let code = self.code_for(email);
        let body = json!({ "email": email, "code": code, "password": password, "inviteCode": invite_code });
        let answer = self.call("POST /register/email", body).await;
        let data = answer.ok();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Customer {
            server: self,
            email: email.to_owned(),
            password: password.to_owned(),
            token: text(&data["token"]),
            user_id: text(&data["user"]["userLoginId"]),
            invite_code: text(&data["user"]["inviteCode"]),
        }
    }
}

impl Customer<'_> {
    /// Sends a call with this customer's session.
    pub async fn call(&self, call: &str, body: Value) -> Answer {
        self.server.send(call, &body, Some(&self.token), &[]).await
    }

    /// Sends a call with this customer's session and this idempotency key.
    pub async fn call_with_key(&self, call: &str, body: Value, key: &str) -> Answer {
        self.server.send(call, &body, Some(&self.token), &[("Idempotency-Key", key)]).await
    }

    /// Sends a picture.
    pub async fn upload(&self, bytes: Vec<u8>) -> Answer {
        self.server.upload(bytes, "photo.jpg", "image/jpeg", Some(&self.token)).await
    }

    /// Sets the pay password.
    pub async fn set_pay_password(&self, pay_password: &str) {
        let body = json!({ "payPassword": pay_password, "password": self.password });
        self.call("POST /settingPayPassword", body).await.ok();
    }
}
